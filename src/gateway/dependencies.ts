import type { ClientKeys } from './access/client-keys.ts'
import type { Upstream } from './ask/upstream.ts'
import type { ResolvedConfig } from './config.ts'
import type { GatewayMetrics } from './observe/metrics.ts'
import type { SignatureStore } from './stores/signature-store.ts'

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
