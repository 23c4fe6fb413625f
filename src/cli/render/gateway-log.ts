import type { LogEvent } from '../../gateway/observe/log.ts'
import type { RequestRecord } from '../../gateway/server.node.ts'
import { type Paint, printable, type Style } from './paint.ts'

/** One line about a request that the gateway has answered, for people. */
export function renderGatewayLine(record: RequestRecord, paint: Paint): string {
  const { status, method, route, model, durationMs, error, usage, client } = record
  const words = [
    paint(styleOf(record), String(status)),
    printable(method),
    printable(route),
    ...(model === undefined ? [] : [printable(model)]),
    `${Math.round(durationMs)} ms`,
    ...(usage === undefined ? [] : [`${usage.inputTokens} + ${usage.outputTokens} tokens`]),
    // Where everybody may ask, everybody is called that.
    ...(client === undefined || client === 'anonymous' ? [] : [`for ${printable(client)}`]),
    ...(record.outcome === 'aborted' ? ['the client left'] : []),
    ...(error === undefined ? [] : [paint('dim', printable(error))]),
  ]
  const notes = [
    noteOf('ignored', record.ignored),
    noteOf('repaired', record.repaired),
    ...(record.tries !== undefined && record.tries > 1 ? [`${record.tries} tries`] : []),
  ].filter((note) => note !== '')
  return words.join(' ') + (notes.length === 0 ? '' : `\n    ${printable(notes.join('; '))}`)
}

function noteOf(word: string, names: readonly string[] | undefined): string {
  return names === undefined || names.length === 0 ? '' : `${word}: ${names.join(', ')}`
}

function styleOf({ status, outcome }: RequestRecord): Style {
  if (status >= 500 || (outcome === 'failed' && status < 400)) return 'red'
  return status >= 400 || outcome === 'aborted' ? 'yellow' : 'green'
}

interface Entry {
  readonly level: string
  readonly event: LogEvent
  readonly [field: string]: unknown
}

/** Events that people should understand without the manual. Others are shown as machines get them. */
const sentences: { readonly [Name in LogEvent]?: (entry: Entry) => string } = {
  open: ({ host }) =>
    `Anyone who can reach ${host} is served without a key (--open). Set --client-keys to change that.`,
  stopping: () => 'Stopping: requests in progress are finished. A second signal stops it at once.',
  'store-failed': ({ reason }) => `Redis cannot be used: ${reason}. Until it can, thought signatures are not stored.`,
  'store-back': () => 'Redis can be used again.',
  'circuit-opened': ({ model, client }) =>
    `${model} fails too often. It is not called for a while${forWhom(client)}; requests for it get a 503.`,
  'circuit-closed': ({ model, client }) => `${model} answers again${forWhom(client)}.`,
  overloaded: () => 'Overloaded: new requests get a 503 until the gateway has caught up.',
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

function forWhom(client: unknown): string {
  return client === undefined ? '' : ` for ${client}`
}
