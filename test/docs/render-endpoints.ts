import type { Json, JsonObject } from '../../src/core/json.ts'
import type { DialectId } from '../../src/schema/dialects/index.ts'
import { dialects } from '../../src/schema/dialects/index.ts'
import type { Limits } from '../../src/schema/feature.ts'
import { compileResponse } from '../../src/tools/compile-response.ts'
import { compileTools } from '../../src/tools/compile-tools.ts'
import type { Envelope } from '../../src/tools/envelopes.ts'
import { envelopeFor } from '../../src/tools/envelopes.ts'
import { readDocument } from './documents.ts'
import { compactJson } from './load-example.ts'
import { renderTable } from './render-changes.ts'
import { dialectIds } from './render-dialects.ts'

/** What each dialect writes and where that is documented, from the comment on its table. */
export function renderSources(): string {
  const rows = dialectIds.map((id) => {
    const comment = /\/\*\*([\s\S]*?)\*\/\nexport const/.exec(readDocument(`src/schema/dialects/${id}.ts`).text)?.[1]
    const [says, source] = plain(comment ?? '').split(' Source: ')
    if (source === undefined) throw new Error(`The comment on the dialect ${id} names no source.`)
    return [`\`${id}\``, says!, source]
  })
  return renderTable(['dialect', 'what it writes', 'source'], rows)
}

function plain(comment: string): string {
  return comment
    .replaceAll(/^ *\/?\*+ ?/gm, '')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The sizes of each dialect. */
export function renderLimits(): string {
  const sizes = Object.keys(dialects.gemini.limits) as (keyof Limits)[]
  const rows = dialectIds.map((id) => {
    const limits = sizes.map((size) => dialects[id].limits[size])
    return [`\`${id}\``, ...limits.map((limit) => (Number.isFinite(limit) ? limit.toLocaleString('en') : 'any'))]
  })
  return renderTable(['dialect', ...sizes.map((size) => `\`${size}\``)], rows)
}

/** The formats and names that each dialect takes. */
export function renderFormats(): string {
  const list = (names: ReadonlySet<string> | undefined) => {
    if (names === undefined) return 'all'
    return names.size === 0 ? 'none' : [...names].map((name) => `\`${name}\``).join(', ')
  }
  const rows = dialectIds.map((id) => {
    const { formats, names, supports } = dialects[id]
    const taken = names === undefined ? (supports.has('emptyNames') ? 'all' : 'all but the empty one') : code(names)
    return [`\`${id}\``, list(formats.string), list(formats.number), list(formats.integer), taken]
  })
  return renderTable(['dialect', 'string formats', 'number formats', 'integer formats', 'names of properties'], rows)
}

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

/** What is sent around the schemas of a tool and of a response, as `compileTools` and `compileResponse` write it. */
export function renderEnvelopes(): string {
  const rows = dialectIds.map((id) => {
    const tools = compileTools([{ name: 'weather', parameters: schema }, { name: 'ping' }], { to: id })
    const sent = tools.entries[0]!.compiled!.schema
    return [`\`${id}\``, shown(tools.tools, sent), response(id), nameRule(envelopeFor(id))]
  })
  return renderTable(['dialect', '`tools`, with and without parameters', 'a response', 'names of tools'], rows)
}

function response(to: DialectId): string {
  if (envelopeFor(to).response === undefined) return 'none: ask for it as the arguments of a tool'
  const { config, compiled } = compileResponse({ name: 'weather', schema }, { to })
  return shown(config, compiled!.schema)
}

/** The JSON with an ellipsis for the schema. */
function shown(value: Json | undefined, sent: JsonObject): string {
  const text = compactJson(replace(value, sent), Number.POSITIVE_INFINITY)
  return `\`${text.replaceAll('"…"', '…')}\``
}

function replace(value: unknown, sent: JsonObject): unknown {
  if (value === sent) return '…'
  if (Array.isArray(value)) return value.map((each) => replace(each, sent))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replace(each, sent)]))
}

function nameRule({ name }: Envelope): string {
  if (name === undefined) return 'any'
  const characters = name.illegal.source.replace('[^', '[')
  return code(new RegExp(`${name.start.source}${characters}{0,${name.longest - 1}}$`))
}

function code(pattern: RegExp): string {
  return `\`${pattern.source}\``
}
