import { isPlainObject, ownValue } from '../../core/json.ts'
import type { MessageJson, ProviderOptions } from '../../core/message.ts'

/** What Toolfit writes into `providerOptions` under its own name. It is never sent to a provider. */
export interface Mark {
  /** The message or part is not from the conversation: a repair added it. */
  readonly synthetic?: 'interrupted' | 'denied' | 'orphan' | 'opening'
  /** The length in characters of a tool result before it was shortened. */
  readonly shrunk?: number
  /** Pruning keeps the message unchanged. */
  readonly pinned?: boolean
  /** The message is a summary of this many messages. */
  readonly summary?: number
}

/** The default result of a call that was interrupted. It stands here because the runtime needs it without the rules. */
export const interruptedText =
  'This call was interrupted and no result was recorded. It may or may not have taken effect. Do not assume that it succeeded.'

/** The mark of a message or part; empty if there is none. */
export function readMark(of: { providerOptions?: ProviderOptions } | undefined): Mark {
  const options = of?.providerOptions
  const mark = isPlainObject(options) ? ownValue(options, 'toolfit') : undefined
  return isPlainObject(mark) ? (mark as Mark) : {}
}

/** `providerOptions` that hold only a mark. */
export function markOptions(mark: Mark): ProviderOptions {
  return { toolfit: { ...mark } as { [key: string]: MessageJson | undefined } }
}
