import { cases } from './cases/index.mjs'
import { constraintsOf, notesOf } from './judge/constraints.mjs'
import { restate } from './judge/restate.mjs'
import { createValidator } from './judge/validator.mjs'

/**
 * The cases, with what is counted in each. ajv has the last word about instances.
 * @throws Error naming every instance whose label ajv disagrees with
 */
export function prepareCases(wanted, onProgress) {
  const chosen = cases.filter(({ id }) => wanted === undefined || id.includes(wanted))
  const wrong = wrongLabels(chosen)
  if (wrong.length > 0) throw new Error(`ajv disagrees:\n${wrong.join('\n')}`)
  return chosen.map((each, index) => {
    onProgress(`what the cases say: ${index + 1} of ${chosen.length}`)
    return { ...each, constraints: constraintsOf(each), notes: notesOf(each) }
  })
}

/** Instances whose label ajv disagrees with, a line each. */
export function wrongLabels(list) {
  return list.flatMap(({ id, schema, valid, invalid }) => {
    const accepts = createValidator(restate(schema))
    const show = (instance, is) => `${id}: ${JSON.stringify(instance)} ${is}`
    return [
      ...valid.filter((instance) => !accepts(instance)).map((instance) => show(instance, 'is not valid')),
      ...invalid.filter((instance) => accepts(instance)).map((instance) => show(instance, 'is valid')),
    ]
  })
}
