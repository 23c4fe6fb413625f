import { inspect } from 'node:util'
import * as z from 'zod'
import { ToolfitError } from '../../src/core/errors.ts'
import type { ChangeCode } from '../../src/schema/change-code.ts'
import { compileSchema } from '../../src/schema/compile.ts'
import type { CompiledSchema } from '../../src/schema/compiled-schema.ts'
import { compileTools } from '../../src/tools/compile-tools.ts'
import type { ChangeExample } from './change-examples.ts'
import { changeExamples } from './change-examples.ts'
import type { EncodingExample } from './encoding-examples.ts'
import { encodingExamples } from './encoding-examples.ts'
import { compactJson } from './load-example.ts'
import { renderChanges, renderTable } from './render-changes.ts'

const width = 100

/** The example of a source and its options, compiled for Gemini. */
export function compileExample({ source, options }: Pick<ChangeExample, 'source' | 'options'>) {
  const schema: unknown = typeof source === 'string' ? new Function('z', `return ${source}`)(z) : source
  return compileSchema(schema, { to: 'gemini', ...options })
}

/** The example of a change: a schema, or a tool. */
export function compileChangeExample(example: ChangeExample): Pick<CompiledSchema, 'schema' | 'changes'> {
  if (!example.isTool) return compileExample(example)
  const { entries, changes } = compileTools([example.source], { to: 'gemini', ...example.options })
  return { schema: entries[0]!.declaration, changes }
}

/** What is said about one code: its meaning, an example, and its change. */
export function renderChangeExample(code: ChangeCode): string {
  const example = changeExamples[code]
  const compiled = compileChangeExample(example)
  const changes = compiled.changes.filter((change) => change.code === code)
  if (changes.length === 0) throw new ToolfitError('schema-unreadable', `The example of ${code} draws no such change.`)
  const fence = renderFence([sourceOf(example), '// becomes', compactJson(compiled.schema, width)].join('\n'))
  return [`### \`${code}\``, example.meaning, fence, renderChanges(changes)].join('\n\n')
}

/** What an encoding looks like: the schema on both sides, and values on both sides. */
export function renderEncodingExample(name: keyof typeof encodingExamples): string {
  const example: EncodingExample = encodingExamples[name]
  const compiled = compileExample(example)
  const rows = example.values.map((value) => [code(value), code(compiled.encode(value))])
  return [
    renderFence([sourceOf(example), '// becomes', compactJson(compiled.schema, width)].join('\n')),
    renderTable(['the tool has', 'on the wire'], rows),
  ].join('\n\n')
}

function sourceOf({ source, options }: Pick<ChangeExample, 'source' | 'options'>): string {
  const shown = typeof source === 'string' ? source : compactJson(source, width)
  return options === undefined ? shown : `// ${inspect(options, { breakLength: Infinity })}\n${shown}`
}

function renderFence(content: string): string {
  return `\`\`\`js\n${content}\n\`\`\``
}

function code(value: unknown): string {
  const isJson = typeof value !== 'object' || !/Date|Map|Set|bigint/.test(kindsOf(value))
  return `\`${isJson ? compactJson(value, Infinity) : inspect(value, { breakLength: Infinity })}\``
}

function kindsOf(value: unknown): string {
  if (typeof value === 'bigint') return 'bigint'
  if (typeof value !== 'object' || value === null) return ''
  return [value.constructor.name, ...Object.values(value).map(kindsOf)].join(' ')
}
