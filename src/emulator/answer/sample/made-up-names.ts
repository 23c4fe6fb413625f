import { isPlainObject } from '../../../core/json.ts'
import { stringForPatterns, textMatches } from '../pattern/string-for-patterns.ts'
import { conforms } from './conforms.ts'
import { type Facet, highest, type Sampling } from './sampling.ts'

/**
 * Names of properties that nobody declared, without end where there is one: as `propertyNames` lists them, as it or `patternProperties`
 * writes them, else `key_1`, `key_2` … where the object is open. Some come twice.
 */
export function* madeUpNames(facets: readonly Facet[], start: number, sampling: Sampling): Generator<string> {
  const rules = facets.map((facet) => facet['propertyNames']).filter((rule) => rule !== undefined)
  const fits = (name: string) => rules.every((rule) => conforms(name, rule, sampling))
  const listed = rules.flatMap((rule) => (isPlainObject(rule) && Array.isArray(rule['enum']) ? rule['enum'] : []))
  if (listed.length > 0) {
    yield* listed.filter((name) => typeof name === 'string' && fits(name))
    return
  }
  const { patterns, isClosed, min } = namesOf(facets, rules)
  if (patterns.length === 0 && isClosed) return
  for (let index = start; sampling.effort.left > 0; index++) {
    const made =
      patterns.length === 0
        ? undefined
        : stringForPatterns(patterns, { min, max: longestName, variant: index % mostVariants })
    const written = made === undefined ? [] : [made, `${made}${index}`, `${index}${made}`]
    const fitting = written.filter((name) => patterns.every((pattern) => textMatches(pattern, name) === true))
    const plain = [`key_${index + 1}`, `k${index + 1}`, `key_${index + 1}`.padEnd(min, '_')]
    yield* [...fitting, ...(isClosed ? [] : plain)].filter(fits)
    // Each round costs something, also one that finds nothing.
    sampling.effort.left--
  }
}

const longestName = 200
/** After so many, a pattern has shown what it can do. */
const mostVariants = 50

interface NameRules {
  readonly patterns: readonly string[]
  readonly isClosed: boolean
  readonly min: number
}

function namesOf(facets: readonly Facet[], rules: readonly unknown[]): NameRules {
  const asked = rules.filter(isPlainObject)
  const ruled = asked.map(({ pattern }) => pattern).filter((pattern) => typeof pattern === 'string')
  const open = facets.flatMap(({ patternProperties }) =>
    isPlainObject(patternProperties) ? Object.keys(patternProperties) : [],
  )
  return {
    patterns: ruled.length > 0 ? ruled : open.slice(0, 1),
    isClosed: facets.some((facet) => facet['additionalProperties'] === false),
    min: Math.min(longestName, highest(asked, 'minLength', 1)),
  }
}
