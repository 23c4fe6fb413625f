import { isPlainObject, ownValue } from '../core/json.ts'
import type { MessageJson, ProviderOptions } from '../core/message.ts'

/** What Toolfit writes under its own name into `providerOptions`. No provider is sent it. */
export interface Mark {
  /** Not of the conversation: made so that the provider takes it. */
  readonly synthetic?: 'interrupted' | 'denied' | 'orphan' | 'opening'
  /** A tool result that was shortened: how many characters it had. */
  readonly shrunk?: number
  /** Pruning leaves it alone. */
  readonly pinned?: boolean
  /** A summary that stands for this many messages. */
  readonly summary?: number
}

/** The mark of a message or part; empty where there is none. */
export function readMark(of: { providerOptions?: ProviderOptions } | undefined): Mark {
  const options = of?.providerOptions
  const mark = isPlainObject(options) ? ownValue(options, 'toolfit') : undefined
  return isPlainObject(mark) ? (mark as Mark) : {}
}

/** `providerOptions` with nothing but a mark. */
export function markOptions(mark: Mark): ProviderOptions {
  return { toolfit: { ...mark } as { [key: string]: MessageJson | undefined } }
}
