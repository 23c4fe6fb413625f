import { draft7, type Json } from '../../core/json.ts'
import type { OpenedInput } from '../../schema/open-input.ts'
import type { Untyped } from '../../tools/flexible-schema.ts'
import { type ArrayBounds, checkList, ListReader, listSchema } from './array-output.ts'
import { JsonReader, readPartialJson } from './json-reader.ts'
import type { OutputCore, PartialReader } from './output-spec.ts'
import {
  type CheckValue,
  causeOf,
  issueAt,
  jsonFormat,
  type OutputNames,
  openSchema,
  parseAnswer,
  refuse,
  unwrap,
  wrapped,
} from './parse-answer.ts'

/** A value that fits a schema. */
export function objectOutput(schema: unknown, names: OutputNames): OutputCore<Untyped, Untyped, never> {
  return {
    name: 'object',
    kind: 'json',
    formatFor: async (model) => jsonFormat(schemaFor(await openSchema(schema), model), names),
    parseComplete: (answer, context) =>
      parseAnswer(answer, context, async (value) => {
        const parsed = await (await openSchema(schema)).parse(value)
        if (parsed.issues === undefined) return parsed
        return refuse(value, await causeOf(schema, value, parsed.issues), parsed.issues)
      }),
    readPartial: () => readPartialJson<Untyped>(),
  }
}

function schemaFor(
  { jsonSchema, closedSchema }: OpenedInput,
  { isInternal }: { readonly isInternal: boolean },
): unknown {
  return isInternal ? jsonSchema : closedSchema
}

/** A list, whose elements are streamed one by one. */
export function arrayOutput(
  element: unknown,
  bounds: ArrayBounds,
  names: OutputNames,
): OutputCore<Untyped[], Untyped[], Untyped> {
  return {
    name: 'array',
    kind: 'json',
    formatFor: async (model) => jsonFormat(listSchema(schemaFor(await openSchema(element), model), bounds), names),
    parseComplete: (answer, context) =>
      parseAnswer<Untyped[]>(answer, context, async (value) => checkList(value, element, bounds)),
    readPartial: async () => new ListReader<Untyped>(await openSchema(element), bounds),
  }
}

/** One of several words. */
export function choiceOutput<CHOICE extends string>(
  options: readonly CHOICE[],
  names: OutputNames,
): OutputCore<CHOICE, CHOICE, never> {
  return {
    name: 'choice',
    kind: 'json',
    formatFor: () => jsonFormat(choiceSchema(options), names),
    parseComplete: (answer, context) => parseAnswer(answer, context, (value) => checkChoice(value, options)),
    readPartial: () => readChoice(options),
  }
}

/** Any JSON. */
export function jsonOutput(names: OutputNames): OutputCore<Json, Json, never> {
  return {
    name: 'json',
    kind: 'json',
    formatFor: () => jsonFormat(undefined, names),
    parseComplete: (answer, context) => parseAnswer(answer, context, (value) => ({ value })),
    readPartial: () => readPartialJson<Json>(),
  }
}

const key = 'result'

export function choiceSchema(options: readonly string[]): object {
  return wrapped(key, { type: 'string', enum: options }, { $schema: draft7 })
}

export function checkChoice(answer: unknown, options: readonly string[]): ReturnType<CheckValue> {
  // Some models leave the wrapping out.
  const { value, issues } = typeof answer === 'string' ? { value: answer } : unwrap(answer, key)
  if (issues === undefined && options.includes(value as string)) return { value }
  const unlisted = [issueAt(`/${key}`, 'enum', `Must be one of ${JSON.stringify(options)}.`)]
  return refuse(answer, 'response must be an object that contains a choice value.', issues ?? unlisted)
}

/** Emits the choice as soon as no other one begins with the same text. */
export function readChoice<CHOICE extends string>(options: readonly CHOICE[]): PartialReader<CHOICE, never> {
  const reader = new JsonReader()
  let last: CHOICE | undefined
  return {
    push(delta) {
      reader.push(delta)
      const written = unwrap(reader.live, key).value
      if (typeof written !== 'string' || reader.isBroken) return undefined
      const possible = options.filter((option) => (reader.isDone ? option === written : option.startsWith(written)))
      if (possible.length !== 1 || possible[0] === last) return undefined
      last = possible[0]!
      return { partial: last }
    },
  }
}
