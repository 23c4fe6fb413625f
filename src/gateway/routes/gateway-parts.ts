import type { Upstream } from '../chat/call-upstream.ts'
import type { ClientKeys } from '../client-keys.ts'
import type { ResolvedConfig } from '../config.ts'
import type { GatewayMetrics } from '../metrics.ts'
import type { SignatureStore } from '../signature-store.ts'

/** What the routes of one gateway share. */
export interface GatewayParts {
  readonly config: ResolvedConfig
  readonly upstream: Upstream
  readonly clients: ClientKeys
  readonly store: SignatureStore
  readonly metrics: GatewayMetrics
  /** The key of Gemini's data in messages. */
  readonly issuer: string
  onStoreError(error: unknown): void
}
