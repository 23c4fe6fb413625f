import { compileSchema } from '../../src/schema/compile.ts'
import { compactJson } from './load-example.ts'
import { renderTable } from './render-changes.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const record = { type: 'object', additionalProperties: integer }
const pair = { type: 'array', prefixItems: [text, integer], items: false }

/** Schemas of the property `p`, and what a model writes for it. `undefined`: nothing. */
const samples: readonly (readonly [schema: object, wire: unknown])[] = [
  [integer, '5'],
  [{ type: 'boolean' }, 'True'],
  [text, 5],
  [text, null],
  [{ type: 'array', items: text }, '["a"]'],
  [{ type: 'object', properties: { a: text } }, '{"a":"b"}'],
  [record, { a: '1' }],
  [pair, ['a', '1']],
  [{ type: 'string', default: 'x' }, undefined],
  [{ enum: [1, 4] }, 4],
  [record, { a: 1 }],
  [pair, ['a', 1]],
]

/** What `receive` makes of slips, as it really does. */
export function renderRepairs(): string {
  const rows = samples.map(([schema, wire]) => {
    const properties = { p: schema }
    const required = wire === undefined ? ['p'] : []
    const compiled = compileSchema({ type: 'object', properties, required }, { to: 'gemini', root: 'object' })
    const { value, issues } = compiled.receive(wire === undefined ? {} : { p: wire })
    const warnings = issues.map(({ pointer, message }) => `\`${pointer}\` ${message}`)
    return [code(schema), wire === undefined ? 'nothing' : code(wire), code(value), warnings.join('<br>') || 'none']
  })
  return renderTable(['property `p`', 'the model writes for it', 'the tool gets', 'warnings'], rows)
}

function code(value: unknown): string {
  return `\`${compactJson(value, Number.POSITIVE_INFINITY)}\``
}
