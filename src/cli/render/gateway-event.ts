import type { LogEvent } from '../../gateway/observe/log.ts'
import type { Paint, Style } from './paint.ts'
import { printable } from './printable.ts'

interface Entry {
  readonly level: string
  readonly event: LogEvent
  readonly [field: string]: unknown
}

/** Events that people should understand without the manual. Others are shown as machines get them. */
const sentences: { readonly [Name in LogEvent]?: (entry: Entry) => string } = {
  stopping: () => 'Stopping. What is under way is answered; once more stops it at once.',
  'store-failed': ({ reason }) => `Redis cannot be used: ${reason}. Thought signatures are done without until it can.`,
  'store-back': () => 'Redis can be used again.',
  'circuit-opened': ({ model }) => `${model} fails too often. It is not asked for a while; requests for it are a 503.`,
  'circuit-closed': ({ model }) => `${model} answers again.`,
  overloaded: () => 'There is more to do than can be done: new requests are a 503 until it has caught up.',
  'finish-reason-unknown': ({ reason }) =>
    `Gemini ended an answer for a reason that this version does not know: ${reason}.`,
}

const styles: Readonly<Record<string, Style>> = { warn: 'yellow', error: 'red' }

/** A line of the gateway's log that is not about a request, for people. `line` is the one for machines. */
export function renderGatewayEvent(line: string, paint: Paint): string {
  const entry: Entry = JSON.parse(line)
  const text = sentences[entry.event]?.(entry) ?? line
  return paint(styles[entry.level], printable(text))
}
