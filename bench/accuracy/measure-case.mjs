import { convertBothWays } from './converter.mjs'
import { isSilent, passesThrough } from './judge/judge.mjs'

/**
 * How a converter does on one case. An output that an endpoint refuses lets nothing through: it is neither sound nor tight,
 * and what it loses is not lost in silence.
 */
export async function measureCase(converter, each, accepts) {
  const { value: output, error } = await convertBothWays(converter, each.schema)
  if (error !== undefined) return { threw: String(error?.message ?? error), strict: refused(each), kind: refused(each) }
  const judgeBy = (isStrict) =>
    accepts(output, isStrict).length === 0 ? judge(converter, each, output, isStrict) : refused(each)
  return {
    rejections: accepts(output, true).map(({ rule, message }) => `${rule}: ${message}`),
    strict: judgeBy(true),
    kind: judgeBy(false),
  }
}

function refused({ valid, invalid, constraints, notes }) {
  return {
    accepted: false,
    refusedValid: valid.map((_, index) => index),
    acceptedInvalid: invalid.map((_, index) => index),
    refusedLater: [],
    constraints: constraints.length,
    notes: notes.length,
    lostConstraints: [],
    lostNotes: [],
    lostInstances: [],
  }
}

function judge(converter, each, output, isStrict) {
  const { schema, valid, invalid, constraints, notes } = each
  const isTaken = passesThrough(output, isStrict)
  const acceptedInvalid = invalid.flatMap((instance, index) => (isTaken(instance) ? [index] : []))
  const silent = (occurrence) => isSilent(converter, schema, output, occurrence)
  const lostConstraints = constraints.filter(
    (constraint) => constraint.decides.some((index) => acceptedInvalid.includes(index)) && silent(constraint),
  )
  return {
    accepted: true,
    refusedValid: valid.flatMap((instance, index) => (isTaken(instance) ? [] : [index])),
    acceptedInvalid,
    refusedLater: acceptedInvalid.filter((index) => output.refuses(structuredClone(invalid[index]))),
    constraints: constraints.length,
    notes: notes.length,
    lostConstraints,
    lostNotes: notes.filter(silent),
    lostInstances: acceptedInvalid.filter((index) => {
      const deciding = constraints.filter(({ decides }) => decides.includes(index))
      return deciding.length > 0 && deciding.every((constraint) => lostConstraints.includes(constraint))
    }),
  }
}
