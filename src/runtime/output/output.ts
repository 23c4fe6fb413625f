import type { Json } from '../../core/json.ts'
import type { FlexibleSchema, InferSchema, Untyped } from '../../tools/flexible-schema.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import type { ArrayBounds } from './array-output.ts'
import { type AiOutput, createOutput, type OutputCore, type OutputSpec } from './output-spec.ts'
import type { OutputNames } from './parse-answer.ts'

/**
 * What `output` takes: an {@link Output}, one of `ai` 5, 6 or 7, or a schema in any form that tools take, which means
 * `Output.object({ schema })`.
 */
export type OutputSource<OUTPUT = Untyped> = OutputSpec<OUTPUT> | AiOutput<OUTPUT> | FlexibleSchema<OUTPUT>

/** The type of the whole answer. Without a source it is text. */
export type InferOutput<SOURCE> = [SOURCE] extends [undefined]
  ? string
  : SOURCE extends OutputSpec<infer OUTPUT>
    ? OUTPUT
    : SOURCE extends AiOutput<infer OUTPUT>
      ? OUTPUT
      : InferSchema<SOURCE>

/** The type of a partial answer. */
export type InferPartialOutput<SOURCE> = [SOURCE] extends [undefined]
  ? string
  : SOURCE extends OutputSpec<unknown, infer PARTIAL>
    ? PARTIAL
    : SOURCE extends AiOutput<unknown, infer PARTIAL>
      ? PARTIAL
      : DeepPartial<InferSchema<SOURCE>>

/** The type of the elements of an answer that is a list. */
export type InferElementOutput<SOURCE> =
  SOURCE extends OutputSpec<unknown, unknown, infer ELEMENT>
    ? ELEMENT
    : SOURCE extends AiOutput<(infer ELEMENT)[]>
      ? ELEMENT
      : never

/** The options of {@link Output}`.object`. */
export interface ObjectOutputOptions<SCHEMA> extends OutputNames {
  readonly schema: SCHEMA
}

/** The options of {@link Output}`.array`. */
export interface ArrayOutputOptions<SCHEMA> extends OutputNames, ArrayBounds {
  readonly element: SCHEMA
}

/** The options of {@link Output}`.choice`. */
export interface ChoiceOutputOptions<CHOICE extends string> extends OutputNames {
  readonly options: readonly CHOICE[]
}

type ObjectSpec<OBJECT> = OutputSpec<OBJECT, DeepPartial<OBJECT>, never>
type ArraySpec<ELEMENT> = OutputSpec<ELEMENT[], ELEMENT[], ELEMENT>

function text(): OutputSpec<string, string, never> {
  return createOutput<string, string, never>({
    name: 'text',
    kind: 'text',
    formatFor: () => ({ type: 'text' }),
    parseComplete: (answer) => answer,
    readPartial: () => {
      let partial = ''
      return {
        push(delta) {
          partial += delta
          return delta === '' ? undefined : { partial }
        },
      }
    },
  })
}

function object<const SCHEMA extends FlexibleSchema>(
  options: ObjectOutputOptions<SCHEMA>,
): ObjectSpec<InferSchema<SCHEMA>>
function object<OBJECT>(options: ObjectOutputOptions<FlexibleSchema<OBJECT>>): ObjectSpec<OBJECT>
function object({ schema, ...names }: ObjectOutputOptions<FlexibleSchema>): ObjectSpec<Untyped> {
  return lazySpec('object', ({ objectOutput }) => objectOutput(schema, names))
}

function array<const SCHEMA extends FlexibleSchema>(options: ArrayOutputOptions<SCHEMA>): ArraySpec<InferSchema<SCHEMA>>
function array<ELEMENT>(options: ArrayOutputOptions<FlexibleSchema<ELEMENT>>): ArraySpec<ELEMENT>
function array({ element, minItems, maxItems, ...names }: ArrayOutputOptions<FlexibleSchema>): ArraySpec<Untyped> {
  const bounds = checkBounds({ minItems, maxItems })
  return lazySpec('array', ({ arrayOutput }) => arrayOutput(element, bounds, names))
}

function choice<const CHOICE extends string>({
  options,
  ...names
}: ChoiceOutputOptions<CHOICE>): OutputSpec<CHOICE, CHOICE, never> {
  return lazySpec('choice', ({ choiceOutput }) => choiceOutput(options, names))
}

function json(names: OutputNames = {}): OutputSpec<Json, Json, never> {
  return lazySpec('json', ({ jsonOutput }) => jsonOutput(names))
}

/** The parser is loaded with its first use, not with `Output`. */
function lazySpec<OUTPUT, PARTIAL, ELEMENT>(
  name: string,
  make: (outputs: typeof import('./json-outputs.ts')) => OutputCore<OUTPUT, PARTIAL, ELEMENT>,
): OutputSpec<OUTPUT, PARTIAL, ELEMENT> {
  let made: Promise<OutputCore<OUTPUT, PARTIAL, ELEMENT>> | undefined
  const open = () => {
    made ??= import('./json-outputs.ts').then(make)
    return made
  }
  return createOutput({
    name,
    kind: 'json',
    formatFor: async (model) => (await open()).formatFor(model),
    parseComplete: async (answer, context) => (await open()).parseComplete(answer, context),
    readPartial: async () => (await open()).readPartial(),
  })
}

/**
 * Formats of an answer. The names are those of `ai`.
 *
 * - `Output.text()`: text, as it comes. The default.
 * - `Output.object({ schema })`: a value that fits the schema, with its defaults and transforms applied.
 * - `Output.array({ element })`: a list; its elements come one by one while it streams.
 * - `Output.choice({ options })`: one of several words.
 * - `Output.json()`: any JSON.
 *
 * @example
 * ```ts
 * import { Output } from 'toolfit'
 *
 * const mood = Output.choice({ options: ['glad', 'sad'], name: 'mood' })
 * ```
 */
export const Output = { text, object, array, choice, json } as const

function checkBounds(bounds: ArrayBounds): ArrayBounds {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = bounds
  for (const [name, value] of Object.entries(bounds)) {
    if (value === undefined || (Number.isInteger(value) && value >= 0)) continue
    const wanted = Number.isInteger(value) ? 'greater than or equal to 0' : 'an integer'
    throw invalidArgument(name, `${name} must be ${wanted}`, value)
  }
  if (minItems <= maxItems) return bounds
  throw invalidArgument('minItems', 'minItems must be less than or equal to maxItems', minItems)
}

type Whole =
  | null
  | undefined
  | string
  | number
  | boolean
  | symbol
  | bigint
  | Date
  | RegExp
  | Map<unknown, unknown>
  | Set<unknown>
  | ((...args: never[]) => unknown)

/** The output that a type parameter of a result names; none where it names something else. */
export type OutputOf<T> = T extends OutputSource | undefined ? T : undefined

/** A value of which any part may not be there yet. */
export type DeepPartial<T> = T extends Whole
  ? T
  : T extends readonly (infer ITEM)[]
    ? number extends T['length']
      ? DeepPartial<ITEM | undefined>[]
      : { [KEY in keyof T]?: DeepPartial<T[KEY]> }
    : T extends object
      ? { [KEY in keyof T]?: DeepPartial<T[KEY]> }
      : unknown
