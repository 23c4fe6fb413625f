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

/** What `compileTools` gives as `tools` for a tool with parameters and one without, by dialect. */
export function renderToolEnvelopes(): string {
  return renderGroups((to) => {
    const { tools, entries } = compileTools([{ name: 'weather', parameters: schema }, { name: 'ping' }], { to })
    return shown(tools, entries[0]!.compiled!.schema)
  })
}

/** What `compileResponse` gives as `config`, by dialect. */
export function renderResponseEnvelopes(): string {
  return renderGroups((to) => {
    if (envelopeFor(to).response === undefined) return undefined
    const { config, compiled } = compileResponse({ name: 'weather', schema }, { to })
    return shown(config, compiled!.schema)
  })
}

/** The names of tools that each dialect takes. */
export function renderToolNames(): string {
  const rows = dialectIds.map((id) => [`\`${id}\``, nameRule(envelopeFor(id))])
  return renderTable(['dialect', 'names of tools'], rows)
}

/** Dialects that have the same form stand together. */
function renderGroups(write: (to: DialectId) => string | undefined): string {
  const groups = new Map<string, DialectId[]>()
  for (const id of dialectIds) {
    const form = write(id)
    if (form !== undefined) groups.set(form, [...(groups.get(form) ?? []), id])
  }
  const blocks = [...groups].map(([form, ids]) => `// ${ids.join(', ')}\n${form}`)
  return `\`\`\`js\n${blocks.join('\n\n')}\n\`\`\``
}

/** The JSON with an ellipsis for the schema. */
function shown(value: Json | undefined, sent: JsonObject): string {
  return compactJson(replace(value, sent), 100).replaceAll('"…"', '…')
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
