import { isPlainObject, type Json } from '../../../core/json.ts'
import { conforms } from './conforms.ts'
import { isMemberMentioned } from './pick-listed.ts'
import { clearNumber, clearSwitch } from './prompt-hint.ts'
import { resolve } from './references.ts'
import { hasClearString } from './sample-string.ts'
import type { Facet, Sampling } from './sampling.ts'
import { typesOf } from './types-of.ts'

/** Whether the prompt has a value for an optional property: one that its name clearly means, or a word of its list. */
export function hasPromptValue(name: string, schemas: readonly unknown[], sampling: Sampling): boolean {
  const { prompt } = sampling
  if (prompt.text === '' && prompt.known.size === 0) return false
  const mark = prompt.taken.length
  const isThere = schemas.some((schema) => speaksOf(name, plainForm(schema, sampling), sampling))
  prompt.taken.length = mark
  return isThere
}

/** Behind a reference, and without the null of an optional value. */
function plainForm(schema: unknown, { references }: Sampling): Facet | undefined {
  if (!isPlainObject(schema)) return undefined
  if (typeof schema['$ref'] === 'string') {
    const target = resolve(references, schema['$ref'])
    return isPlainObject(target) ? target : undefined
  }
  const options = [schema['anyOf'], schema['oneOf']].find(Array.isArray) as unknown[] | undefined
  const some = options?.filter((option) => isPlainObject(option) && option['type'] !== 'null')
  return some?.length === 1 ? (some[0] as Facet) : schema
}

function speaksOf(name: string, facet: Facet | undefined, sampling: Sampling): boolean {
  if (facet === undefined) return false
  if (Object.hasOwn(facet, 'const')) return false
  if (Array.isArray(facet['enum'])) return isMemberMentioned([facet], sampling.prompt)
  const fits = (value: Json) => conforms(value, facet, sampling)
  switch (typesOf([facet])[0]) {
    case 'string':
      return hasClearString([facet], name, sampling)
    case 'integer':
    case 'number':
      return clearNumber(sampling.prompt, name, fits) !== undefined
    case 'boolean':
      return clearSwitch(sampling.prompt, name) !== undefined
    case 'array':
      return speaksOf(name, plainForm(facet['items'], sampling), sampling)
    default:
      return false
  }
}
