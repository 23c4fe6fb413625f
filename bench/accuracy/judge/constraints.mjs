import { isInside, noteKeywords, occurrences, without } from './occurrences.mjs'
import { restate } from './restate.mjs'
import { createValidator } from './validator.mjs'

/**
 * The constraints of a case: keywords without which some invalid instance would be valid, the innermost of them for each
 * instance. `decides` are those instances, by number. Found by ajv alone, so the same for every converter.
 */
export function constraintsOf({ schema, invalid }) {
  const candidates = []
  for (const occurrence of occurrences(schema)) {
    if (noteKeywords.has(occurrence.keyword)) continue
    const accepts = validatorWithout(schema, occurrence)
    if (accepts === undefined) continue
    const decides = invalid.flatMap((instance, index) => (accepts(instance) ? [index] : []))
    if (decides.length > 0) candidates.push({ ...occurrence, decides })
  }
  return candidates
    .map((each) => ({
      ...each,
      decides: each.decides.filter(
        (index) => !candidates.some((other) => other.decides.includes(index) && isInside(other, each)),
      ),
    }))
    .filter(({ decides }) => decides.length > 0)
}

export function notesOf({ schema }) {
  return occurrences(schema).filter(({ keyword }) => noteKeywords.has(keyword))
}

/** Undefined where the rest is no schema: a reference then leads nowhere. */
function validatorWithout(schema, occurrence) {
  try {
    return createValidator(restate(without(schema, occurrence)))
  } catch {
    return undefined
  }
}
