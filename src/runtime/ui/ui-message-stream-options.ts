import type { RunFinishReason } from '../result/content.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import type { AnyUIMessage, UIMessage, UIMessageMetadata } from './ui-message.ts'

/** What is sent of a run to the front end, and callbacks for the message that it becomes there. */
export interface UIMessageStreamOptions<MESSAGE extends AnyUIMessage = UIMessage> {
  /** The conversation as the front end has it. If its last message is the assistant's, the run continues that message. */
  readonly originalMessages?: readonly MESSAGE[] | undefined
  /** The id of a new message. Without it, the front end makes one. */
  readonly generateMessageId?: (() => string) | undefined
  /** Default true. */
  readonly sendReasoning?: boolean | undefined
  /** Default false. */
  readonly sendSources?: boolean | undefined
  /** Default true. False if the message was begun by something else. */
  readonly sendStart?: boolean | undefined
  /** Default true. False if something else goes on with the message. */
  readonly sendFinish?: boolean | undefined
  /** Asked with every part; what it returns is merged into `metadata` of the message. */
  readonly messageMetadata?:
    | ((options: { readonly part: TextStreamPart }) => UIMessageMetadata<MESSAGE> | undefined)
    | undefined
  /**
   * The text that stands for an error. Default: `An error occurred.`, because errors can hold what a user must not see. Errors of
   * tools that the provider ran are passed on as they are.
   */
  readonly onError?: ((error: unknown) => string) | undefined
  /** Called when the stream is over, in whatever way. */
  readonly onEnd?: ((event: UIMessageStreamEnd<MESSAGE>) => PromiseLike<void> | void) | undefined
  /** An older name of `onEnd`. */
  readonly onFinish?: ((event: UIMessageStreamEnd<MESSAGE>) => PromiseLike<void> | void) | undefined
  /** Called after each step, with the message until then. What it throws is given to `onError`, and the stream goes on. */
  readonly onStepEnd?: ((event: UIMessageStreamStep<MESSAGE>) => PromiseLike<void> | void) | undefined
  /** An older name of `onStepEnd`. */
  readonly onStepFinish?: ((event: UIMessageStreamStep<MESSAGE>) => PromiseLike<void> | void) | undefined
}

/** The message that a step or a run leaves behind. */
export interface UIMessageStreamStep<MESSAGE extends AnyUIMessage = UIMessage> {
  /** The conversation with it. */
  messages: MESSAGE[]
  responseMessage: MESSAGE
  /** Whether it goes on with the last of `originalMessages`. */
  isContinuation: boolean
}

export interface UIMessageStreamEnd<MESSAGE extends AnyUIMessage = UIMessage> extends UIMessageStreamStep<MESSAGE> {
  isAborted: boolean
  /** The reader left before the end of the run. Only present when true. */
  isCancelled?: true
  outcome: UIMessageStreamOutcome
  finishReason: RunFinishReason | undefined
}

export type UIMessageStreamOnEndCallback<MESSAGE extends AnyUIMessage = UIMessage> = (
  event: UIMessageStreamEnd<MESSAGE>,
) => PromiseLike<void> | void

/** The older name. */
export type UIMessageStreamOnFinishCallback<MESSAGE extends AnyUIMessage = UIMessage> =
  UIMessageStreamOnEndCallback<MESSAGE>

export type UIMessageStreamOnStepEndCallback<MESSAGE extends AnyUIMessage = UIMessage> = (
  event: UIMessageStreamStep<MESSAGE>,
) => PromiseLike<void> | void

/** The older name. */
export type UIMessageStreamOnStepFinishCallback<MESSAGE extends AnyUIMessage = UIMessage> =
  UIMessageStreamOnStepEndCallback<MESSAGE>

/** How a run ended, as far as the stream was read. */
export type UIMessageStreamOutcome =
  | { status: 'completed' }
  | { status: 'failed'; error?: unknown }
  | { status: 'aborted' }
  | { status: 'unknown' }

/** What a response has besides its body. */
export interface UIMessageStreamResponseInit extends ResponseInit {
  /** Sends a comment whenever nothing was sent for so many milliseconds, so that proxies do not close the connection. */
  readonly keepAliveMs?: number | undefined
  /** Gets a copy of what is sent, for instance to store it for clients that come back. */
  readonly consumeSseStream?:
    | ((options: { readonly stream: ReadableStream<string> }) => PromiseLike<void> | void)
    | undefined
}

/** Errors can hold what a user must not see. */
export function maskError(): string {
  return 'An error occurred.'
}

/** What is needed of a response of Node's `http` (or of Express, Fastify's `raw`, …). */
export interface ServerResponseLike {
  /** Of Node 18.15 and later. Without it, the headers are given to `writeHead`. */
  setHeaders?(headers: Headers): unknown
  writeHead(status: number, statusText?: string, headers?: Record<string, string | string[]>): unknown
  writeHead(status: number, headers?: Record<string, string | string[]>): unknown
  write(chunk: Uint8Array): boolean
  end(): unknown
  /** Cuts the response off, so that the client sees that it is not complete. */
  destroy?(): unknown
  once(event: 'drain' | 'close', listener: () => void): unknown
  off(event: 'drain' | 'close', listener: () => void): unknown
  readonly destroyed?: boolean
  /** Where compression adds it. */
  flush?(): void
}
