import { isPlainObject } from '../../../core/json.ts'
import { dependenciesOf } from './conforms.ts'
import { mentions } from './prompt-values.ts'
import { type Facet, type References, resolve, type Sampling, type Trail } from './sampling.ts'

/** Schemas that a value has to satisfy, and the choices that are still open. */
export interface Branch {
  readonly facets: readonly Facet[]
  /** For each choice its options; an option is a list of schemas. */
  readonly choices: readonly (readonly (readonly unknown[])[])[]
  readonly trail: Trail
  readonly seen: ReadonlySet<object>
}

/** Each target is compared with all before it, so their number is limited. */
const longestTrail = 1000

/**
 * Adds schemas to a branch, with the targets of their references and the members of `allOf`. Undefined: no value, or only an infinite
 * one, can satisfy it.
 */
export function gather(schemas: readonly unknown[], branch: Branch, references: References): Branch | undefined {
  const facets = [...branch.facets]
  const choices = [...branch.choices]
  const seen = new Set(branch.seen)
  let trail = branch.trail
  const waiting = [...schemas].reverse()
  while (waiting.length > 0) {
    const schema = waiting.pop()
    if (schema === false) return undefined
    if (!isPlainObject(schema) || seen.has(schema)) continue
    seen.add(schema)
    facets.push(schema)
    choices.push(...choicesOf(schema))
    if (Array.isArray(schema['allOf'])) waiting.push(...[...schema['allOf']].reverse())
    if (typeof schema['$ref'] !== 'string') continue
    const target = resolve(references, schema['$ref'])
    if (target === undefined || (isPlainObject(target) && seen.has(target))) continue
    if (trail.length > longestTrail || isInside(trail, target)) return undefined
    if (isPlainObject(target)) trail = { target, outer: trail, length: trail.length + 1 }
    waiting.push(target)
  }
  return { facets, choices, trail, seen }
}

function isInside(trail: Trail, target: unknown): boolean {
  for (let step: Trail | undefined = trail; step !== undefined; step = step.outer)
    if (step.target === target) return true
  return false
}

function choicesOf(schema: Facet): (readonly (readonly unknown[])[])[] {
  const choices: unknown[][][] = []
  for (const options of [schema['anyOf'], schema['oneOf']]) {
    if (Array.isArray(options) && options.length > 0) choices.push(options.map((option) => [option]))
  }
  if (schema['if'] !== undefined && (schema['then'] !== undefined || schema['else'] !== undefined)) {
    choices.push([[schema['if'], schema['then'] ?? true], [schema['else'] ?? true]])
  }
  for (const [, needs] of dependenciesOf(schema)) if (isPlainObject(needs)) choices.push([[true], [needs]])
  return choices
}

const mostCompared = 100

/** The options of a choice in the order of tries: those that the prompt mentions first, null last. */
export function orderOptions(
  options: readonly (readonly unknown[])[],
  sampling: Sampling,
  variant: number,
): readonly (readonly unknown[])[] {
  if (options.length === 1 || options.length > mostCompared) return options
  const ranked = options.map((option, index) => ({
    option,
    rank: isNull(option[0]) ? 3 : isNamed(option[0], sampling) ? 0 : 1,
    // Different variants start at different options.
    turn: (index - variant + options.length * variant) % options.length,
  }))
  return ranked.sort((a, b) => a.rank - b.rank || a.turn - b.turn).map(({ option }) => option)
}

function isNull(option: unknown): boolean {
  return isPlainObject(option) && (option['type'] === 'null' || option['const'] === null)
}

/** Whether the prompt mentions a constant of the option, or of one of its properties: `{ kind: 'circle' }` for "draw a circle". */
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
