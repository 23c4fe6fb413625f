import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { compileTools } from '../../src/index.ts'
import type { CompiledSchema } from '../../src/schema/index.ts'
import { normaliseSource } from '../oracle/normalise-source.ts'
import { sourceValidator } from '../oracle/source-validator.ts'
import { everydaySchema } from './arbitrary-everyday-schema.ts'
import { sampleValues } from './arbitrary-value.ts'
import type { Breach } from './breach.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'
import { holds } from './holds.ts'

/**
 * What `gemini-auto` writes is what one of its dialects writes, so the laws of those hold for it. Here: that it takes the right one, and
 * that nothing else differs.
 */
function findWrongChoice(source: JsonObject, root: 'any' | 'object'): Breach | undefined {
  const chosen = compileOrRefuse(source, { to: 'gemini-auto', root })
  // A copy, so that nothing is found in a cache.
  const copy = structuredClone(source)
  const native = compileOrRefuse(copy, { to: 'gemini', root })
  const json = compileOrRefuse(copy, { to: 'gemini-json', root })
  // Only a tool that no value fits is refused, and where references stay the compiler may not see that it is one.
  if (native === undefined || json === undefined) {
    const isValid = sourceValidator(source)
    const value = sampleValues(normaliseSource(source), 1, 12).find((each) => isValid(each) === true)
    return value === undefined ? undefined : { what: 'refused, although a value is valid', value }
  }
  if (chosen === undefined) return { what: 'refused only here', native: native.schema, json: json.schema }
  const taken = chosen.dialect === 'gemini' ? native : json
  if (JSON.stringify(chosen.schema) !== JSON.stringify(taken.schema))
    return { what: 'another schema', chosen: chosen.schema }
  if (JSON.stringify(chosen.changes.slice(1)) !== JSON.stringify(taken.changes)) return { what: 'other changes' }
  const other = taken === native ? json : native
  if (textsIn(taken) > 0 && textsIn(other) === 0) return { what: 'JSON text without need', chosen: chosen.schema }
  return undefined
}

function textsIn({ changes }: CompiledSchema): number {
  return changes.filter(({ code }) => code.endsWith('-to-json-text') || code === 'extras-to-text').length
}

test('gemini-auto writes what one of its dialects writes, and no JSON text that the other does not need', () => {
  holds('accepted', (source) => findWrongChoice(source, 'object') ?? findWrongChoice(source, 'any'))
})

test('gemini-auto does so for everyday tools', () => {
  holds('accepted', (source) => findWrongChoice(source, 'object'), everydaySchema)
})

test('one request has both forms, and the changes of each tool say which it got', () => {
  const { tools, changes } = compileTools(
    {
      plain: { inputSchema: { type: 'object', properties: { a: { type: 'string', minLength: 2 } } } },
      free: { inputSchema: { type: 'object', properties: { a: {} }, additionalProperties: false } },
      ping: { inputSchema: { type: 'object', properties: {} } },
    },
    { to: 'gemini-auto' },
  )
  expect(tools).toEqual([
    {
      functionDeclarations: [
        { name: 'plain', parameters: { type: 'OBJECT', properties: { a: { type: 'STRING', minLength: '2' } } } },
        {
          name: 'free',
          parametersJsonSchema: { type: 'object', properties: { a: true }, additionalProperties: false },
        },
        { name: 'ping' },
      ],
    },
  ])
  expect(changes.filter(({ code }) => code === 'dialect-chosen').map(({ tool, note }) => [tool, note])).toEqual([
    ['plain', 'Written in gemini, which says all of it without encodings.'],
    ['free', 'Written in gemini-json, which says all of it without encodings.'],
  ])
})
