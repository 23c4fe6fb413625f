import type { SignatureShelf } from '../../ask/signatures.ts'
import type { Upstream } from '../../ask/upstream.ts'
import type { RequestDraft } from '../../observe/request-record.ts'
import type { ChatRequest } from './read.ts'

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
