import type { RequestDraft } from '../request-draft.ts'
import type { SignatureShelf } from '../signatures-in.ts'
import type { Upstream } from './call-upstream.ts'
import type { ChatRequest } from './chat-request.ts'

/** Everything that answering one request needs. */
export interface AnswerContext {
  readonly request: ChatRequest
  readonly upstream: Upstream
  readonly shelf: SignatureShelf
  readonly draft: RequestDraft
  /** The client left. */
  readonly abortSignal: AbortSignal
  /** The client wants to know what became of its tools. */
  readonly wantsReport: boolean
  /** `chatcmpl-…`. */
  readonly id: string
  /** Seconds since 1970. */
  readonly created: number
}
