import type { Json } from '../../core/json.ts'
import type { Untyped } from '../../tools/flexible-schema.ts'
import { type ArrayBounds, checkList, ListReader, listSchema } from './array-output.ts'
import { checkChoice, choiceSchema, readChoice } from './choice-output.ts'
import { readPartialJson } from './json-reader.ts'
import type { OutputSpec } from './output-spec.ts'
import { jsonFormat, type OutputNames, openSchema, parseAnswer } from './schema-output.ts'

/** A value that fits a schema. */
export function objectOutput(schema: unknown, names: OutputNames): OutputSpec<Untyped, Untyped, never> {
  return {
    name: 'object',
    kind: 'json',
    responseFormat: async () => jsonFormat((await openSchema(schema)).jsonSchema, names),
    parseComplete: (answer, context) =>
      parseAnswer(answer, context, async (value) => (await openSchema(schema)).parse(value)),
    readPartial: () => readPartialJson<Untyped>(),
  }
}

/** A list, whose elements are given out one by one. */
export function arrayOutput(
  element: unknown,
  bounds: ArrayBounds,
  names: OutputNames,
): OutputSpec<Untyped[], Untyped[], Untyped> {
  return {
    name: 'array',
    kind: 'json',
    responseFormat: async () => jsonFormat(listSchema((await openSchema(element)).jsonSchema, bounds), names),
    parseComplete: (answer, context) =>
      parseAnswer<Untyped[]>(answer, context, async (value) => checkList(value, await openSchema(element), bounds)),
    readPartial: async () => new ListReader<Untyped>(await openSchema(element), bounds),
  }
}

/** One of several words. */
export function choiceOutput<CHOICE extends string>(
  options: readonly CHOICE[],
  names: OutputNames,
): OutputSpec<CHOICE, CHOICE, never> {
  return {
    name: 'choice',
    kind: 'json',
    responseFormat: () => jsonFormat(choiceSchema(options), names),
    parseComplete: (answer, context) => parseAnswer(answer, context, (value) => checkChoice(value, options)),
    readPartial: () => readChoice(options),
  }
}

/** Any JSON. */
export function jsonOutput(names: OutputNames): OutputSpec<Json, Json, never> {
  return {
    name: 'json',
    kind: 'json',
    responseFormat: () => jsonFormat(undefined, names),
    parseComplete: (answer, context) => parseAnswer(answer, context, (value) => ({ value })),
    readPartial: () => readPartialJson<Json>(),
  }
}
