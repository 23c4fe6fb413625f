import { ToolfitError } from '../../core/errors.ts'
import { isPlainObject } from '../../core/json.ts'
import type { ModelResponseFormat } from '../../models/versions/language-model.ts'
import type { FlexibleSchema } from '../../tools/flexible-schema.ts'
import { InvalidArgumentError, TypeValidationError } from '../errors/value-errors.ts'
import { Output } from '../output/output.ts'
import { causeOf, openSchema } from '../output/parse-answer.ts'

/** The kinds of objects that `generateObject` and `streamObject` can be asked for. */
export type ObjectOutputType = 'object' | 'array' | 'enum' | 'no-schema'

const outputTypes: readonly ObjectOutputType[] = ['object', 'array', 'enum', 'no-schema']

/** What says which object is wanted. */
export interface ObjectFormatOptions {
  readonly output?: ObjectOutputType | undefined
  readonly schema?: FlexibleSchema | undefined
  readonly schemaName?: string | undefined
  readonly schemaDescription?: string | undefined
  readonly enum?: readonly unknown[] | undefined
}

/** A value that fits, or why it does not. */
export type Checked = { readonly value: unknown; readonly error?: undefined } | { readonly error: TypeValidationError }

/** The format of an object: how a model is asked for it, and how its answer is checked. */
export interface ObjectFormat {
  readonly type: ObjectOutputType
  responseFormat(model: { readonly isInternal: boolean }): Promise<Extract<ModelResponseFormat, { type: 'json' }>>
  /** Checks the JSON of a whole answer. */
  check(value: unknown): Promise<Checked>
  /** Checks one element of a list. */
  checkElement(value: unknown): Promise<Checked>
  /** The words of an enum. */
  readonly choices: readonly string[]
}

/**
 * The format that the options describe, over {@link Output}.
 *
 * @throws InvalidArgumentError for options that do not belong together.
 */
export function readObjectFormat(options: ObjectFormatOptions): ObjectFormat {
  const { output = 'object', schema } = options
  refuseOptions(output, options)
  const { schemaName: name, schemaDescription: description } = options
  const choices = (options.enum ?? []) as readonly string[]
  const checkSchema = async (value: unknown): Promise<Checked> => {
    const result = await (await openSchema(schema)).parse(value)
    if (result.issues === undefined) return { value: result.value }
    return { error: TypeValidationError.wrap({ value, cause: await causeOf(schema, value, result.issues) }) }
  }
  const spec = {
    object: () => Output.object({ schema: schema!, name, description }),
    array: () => Output.array({ element: schema!, name, description }),
    enum: () => Output.choice({ options: choices }),
    'no-schema': () => Output.json(),
  }[output]()
  const checks: Record<ObjectOutputType, ObjectFormat['check']> = {
    object: checkSchema,
    array: (value) => checkList(value, checkSchema),
    enum: async (value) => checkChoice(value, choices),
    'no-schema': async (value) => ({ value }),
  }
  return {
    type: output,
    responseFormat: async (model) => {
      const { schema: sent } = (await spec.formatFor(model)) as Extract<ModelResponseFormat, { type: 'json' }>
      return { type: 'json', schema: sent, name, description }
    },
    check: checks[output],
    checkElement: checkSchema,
    choices,
  }
}

/** The elements in the object that the model wraps them in; undefined where they are not there. */
export function elementsOf(value: unknown): readonly unknown[] | undefined {
  return isPlainObject(value) && Array.isArray(value['elements']) ? value['elements'] : undefined
}

async function checkList(value: unknown, checkElement: ObjectFormat['check']): Promise<Checked> {
  const elements = elementsOf(value)
  if (elements === undefined) {
    const cause = 'value must be an object that contains an array of elements'
    return { error: new TypeValidationError({ value, cause }) }
  }
  const list: unknown[] = []
  for (const element of elements) {
    const checked = await checkElement(element)
    if (checked.error !== undefined) return checked
    list.push(checked.value)
  }
  return { value: list }
}

function checkChoice(value: unknown, choices: readonly string[]): Checked {
  const result = isPlainObject(value) ? value['result'] : undefined
  if (typeof result === 'string' && choices.includes(result)) return { value: result }
  const cause =
    typeof result === 'string'
      ? 'value must be a string in the enum'
      : 'value must be an object that contains a string in the "result" property.'
  return { error: new TypeValidationError({ value, cause }) }
}

const withoutSchema = [
  ['schema', 'Schema is'],
  ['schemaDescription', 'Schema description is'],
  ['schemaName', 'Schema name is'],
] as const

function refuseOptions(output: ObjectOutputType, options: ObjectFormatOptions): void {
  if (!outputTypes.includes(output)) {
    const message = `Unsupported output: ${output}`
    throw new ToolfitError('option-invalid', message, { option: 'output' })
  }
  // Without a schema, its name says nothing.
  if ('schema' in options && (output === 'no-schema' || output === 'enum')) {
    for (const [parameter, subject] of withoutSchema) {
      const value = options[parameter]
      if (value === undefined || value === null) continue
      const message = `${subject} not supported for ${output} output.`
      throw new InvalidArgumentError({ parameter, value, message })
    }
  }
  const { enum: values } = options
  if (output !== 'enum' && values !== undefined && values !== null) {
    const message = `Enum values are not supported for ${output} output.`
    throw new InvalidArgumentError({ parameter: 'enumValues', value: values, message })
  }
  const odd = values?.findIndex((value) => typeof value !== 'string') ?? -1
  if (odd === -1) return
  const message = 'Enum values must be strings.'
  throw new InvalidArgumentError({ parameter: 'enumValues', value: values![odd], message })
}
