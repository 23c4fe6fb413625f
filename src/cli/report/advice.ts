import { getOrInsert } from '../../core/collections.ts'
import { isPlainObject } from '../../core/json.ts'
import { valueAt } from '../../core/pointer.ts'
import type { Change } from '../../schema/change.ts'
import type { ChangeCode } from '../../schema/change-code.ts'
import { severityOf } from './severity.ts'

/** Something that the author of the tools can change, and where. */
export interface Advice {
  /** What to write, in the words of the schema. */
  readonly advice: string
  /** The page of the documentation that says why. */
  readonly page: string
  readonly code: ChangeCode
  readonly places: readonly AdvicePlace[]
}

export interface AdvicePlace {
  readonly part: string
  /** JSON Pointer into its schema. */
  readonly at: string
  /** The dialects that it would help. */
  readonly dialects: readonly string[]
}

/** As much of a report as advice is drawn from. */
interface Checked {
  readonly name: string
  readonly results: readonly { readonly dialect: string; readonly changes: readonly Change[] }[]
}

const pages = { shape: 'docs/guide/best-practices.md', slip: 'docs/guide/bad-input.md' } as const

type Advise = string | ((change: Change, schema: unknown) => string | undefined)

const kindConstant = 'Give every branch a property with a constant of its own, such as `kind: { const: "circle" }`.'

/** What helps against a change. A code that is not here needs nothing: the change costs the model nothing, or cannot be avoided. */
const shapes: Partial<Record<ChangeCode, Advise>> = {
  'free-form-to-json-text': adviseOnFreeForm,
  'open-object-closed': (change) =>
    change.implicit === true
      ? undefined
      : 'Write `additionalProperties: false`, or declare the properties that the model may write.',
  'extras-to-text':
    'Declare the properties that the model may write, or give `additionalProperties` a type, or write `false`.',
  'open-tuple-closed': 'Write `items: false` if the list ends there, or give further items a schema.',
  'union-tagged': kindConstant,
  'union-to-json-text': 'Take one type, or declare what the free branch holds: a text and JSON text look alike.',
  'tuple-to-object': 'Use an object with named properties: a model fills names in better than positions.',
  'enum-to-strings': adviseOnEnum,
  'enum-too-long': 'Shorten the list, or take a string and let the tool look it up.',
  'recursion-to-json-text': 'Take a flat list whose items name their parent, if deep nesting is common.',
  'depth-to-json-text': 'Flatten the tool, or split it in two: it nests too deeply.',
  'size-to-json-text': 'Split the tool: its schema is too large for one.',
  'root-wrapped': 'Make the root an object with properties, and put the alternatives into one of them.',
  'type-inferred': 'State the `type`.',
  'one-of-widened': 'Make the branches exclude each other, or write `anyOf`.',
  'constraint-described': adviseOnBound,
  'pattern-not-run': 'Simplify the pattern: repetition inside of repetition is not run, so it is not checked.',
  'refine-not-expressible': 'Say in the description what the check asks for: the model cannot see it.',
}

/** Most often a mistake in the source. */
const slips: Partial<Record<ChangeCode, Advise>> = {
  'keyword-misspelt': ({ keyword, note }) => {
    const meant = /Did you mean (\S+)\?/.exec(note)?.[1]
    return meant === undefined ? 'Put properties under `properties`.' : `Write \`${meant}\` for \`${keyword}\`.`
  },
  'keyword-malformed': ({ keyword }) => `Correct the value of \`${keyword}\`.`,
  'not-a-schema': 'Write a schema there, such as `{ "type": "string" }`.',
  'type-unknown': 'Use a type of JSON Schema: string, number, integer, boolean, object, array or null.',
  'type-mapped': 'Use the type names of JSON Schema: string, number, integer, boolean, object, array, null.',
  'ref-unresolved': 'Put the definition into the schema, under `$defs`: nothing is fetched.',
  'required-name-undeclared': 'Declare the required property, or take it out of `required`.',
  'required-flag-moved': 'List required properties in the `required` of their object.',
  'required-flag-dropped': 'List required properties in the `required` of their object.',
}

function adviseOnFreeForm(_: Change, schema: unknown): string | undefined {
  const type = isPlainObject(schema) ? schema['type'] : undefined
  // What is wrong is that the reference leads nowhere.
  if (isPlainObject(schema) && schema['$ref'] !== undefined) return undefined
  if (type === 'array') return 'Give the array `items`.'
  if (type === 'object')
    return 'Declare the `properties` of the object, or the type of its values in `additionalProperties`.'
  return 'Give it a `type`, unless every value is allowed.'
}

function adviseOnEnum(_: Change, schema: unknown): string {
  const values: unknown = isPlainObject(schema) ? schema['enum'] : undefined
  return Array.isArray(values) && values.includes('')
    ? 'Use a word such as "none" instead of the empty string.'
    : 'List strings, if the values are names and not numbers to count with.'
}

function adviseOnBound({ keyword }: Change): string | undefined {
  if (keyword !== 'exclusiveMinimum' && keyword !== 'exclusiveMaximum') return undefined
  return `Use \`${keyword === 'exclusiveMinimum' ? 'minimum' : 'maximum'}\`, if the bound itself is acceptable.`
}

/** All advice on some parts, each once, with its places: mistakes first, then what concerns most places. */
export function listAdvice(parts: readonly Checked[], sources: readonly { readonly schema?: unknown }[]): Advice[] {
  const found = new Map<
    string,
    { advice: Advice; places: Map<string, { part: string; at: string; dialects: string[] }> }
  >()
  for (const [index, { name, results }] of parts.entries()) {
    for (const { dialect, changes } of results) {
      for (const change of changes) {
        const advice = adviceOn(change, valueAt(sources[index]?.schema, change.at))
        if (advice === undefined) continue
        const { places } = getOrInsert(found, advice.advice, () => ({ advice, places: new Map() }))
        const key = JSON.stringify([name, change.at])
        const place = getOrInsert(places, key, () => ({ part: name, at: change.at, dialects: [] }))
        if (!place.dialects.includes(dialect)) place.dialects.push(dialect)
      }
    }
  }
  const list = [...found.values()].map(({ advice, places }): Advice => ({ ...advice, places: [...places.values()] }))
  const isSlip = ({ page }: Advice) => Number(page === pages.slip)
  return list.sort((a, b) => isSlip(b) - isSlip(a) || b.places.length - a.places.length)
}

function adviceOn(change: Change, schema: unknown): Advice | undefined {
  if (severityOf(change) === undefined) return undefined
  const kind = slips[change.code] === undefined ? 'shape' : 'slip'
  const advise = slips[change.code] ?? shapes[change.code]
  const text = typeof advise === 'function' ? advise(change, schema) : advise
  return text === undefined ? undefined : { advice: text, page: pages[kind], code: change.code, places: [] }
}
