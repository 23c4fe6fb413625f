import type { RequestRecord } from '../../gateway/server.node.ts'
import type { Paint, Style } from './paint.ts'
import { printable } from './printable.ts'

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
