import { isPlainObject } from '../../../core/json.ts'
import { mentions } from './prompt-values.ts'
import { resolve } from './references.ts'
import type { Sampling } from './sampling.ts'

const mostCompared = 100

/** Options of a choice, in the order in which they are tried: one that the prompt names first, null last. */
export function orderOptions(
  options: readonly (readonly unknown[])[],
  sampling: Sampling,
  variant: number,
): readonly (readonly unknown[])[] {
  if (options.length === 1 || options.length > mostCompared) return options
  const ranked = options.map((option, index) => ({
    option,
    rank: isNull(option[0]) ? 3 : isNamed(option[0], sampling) ? 0 : 1,
    // Lists of different values go round.
    turn: (index - variant + options.length * variant) % options.length,
  }))
  return ranked.sort((a, b) => a.rank - b.rank || a.turn - b.turn).map(({ option }) => option)
}

function isNull(option: unknown): boolean {
  return isPlainObject(option) && (option['type'] === 'null' || option['const'] === null)
}

/** Whether the prompt has a constant of the option, or one of its properties: `{ kind: 'circle' }` for "draw a circle". */
function isNamed(option: unknown, sampling: Sampling): boolean {
  const schema = follow(option, sampling)
  if (schema === undefined || sampling.prompt.stems.size === 0) return false
  const { properties } = schema
  const inner = isPlainObject(properties) ? Object.values(properties).slice(0, mostCompared) : []
  return [schema, ...inner].some((each) => constantsOf(each).some((constant) => mentions(sampling.prompt, constant)))
}

function follow(option: unknown, { references }: Sampling): Readonly<Record<string, unknown>> | undefined {
  if (!isPlainObject(option)) return undefined
  const target = typeof option['$ref'] === 'string' ? resolve(references, option['$ref']) : option
  return isPlainObject(target) ? target : undefined
}

function constantsOf(schema: unknown): string[] {
  if (!isPlainObject(schema)) return []
  const members = Array.isArray(schema['enum']) ? schema['enum'].slice(0, mostCompared) : []
  return [schema['const'], ...members].filter((member) => typeof member === 'string')
}
