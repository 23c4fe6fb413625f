import type { ZodCheck } from './zod-node.ts'

/** What a check without a keyword says to a model, where it can be put into words. */
export function checkSentence(check: ZodCheck): string | undefined {
  switch (check.check) {
    case 'rule':
      return check.sentence
    case 'custom':
      return check.message === undefined
        ? undefined
        : `Must pass a check that fails with ${JSON.stringify(check.message)}.`
    case 'bound':
      return boundSentence(check)
    case 'multiple':
      return `Must be a multiple of ${String(check.of)}.`
    default:
      return undefined
  }
}

function boundSentence({ side, value, inclusive }: ZodCheck & { check: 'bound' }): string {
  const isMin = side === 'min'
  if (value instanceof Date) {
    const date = Number.isNaN(value.getTime()) ? 'an invalid date' : value.toISOString()
    return inclusive ? `Not ${isMin ? 'before' : 'after'} ${date}.` : `${isMin ? 'After' : 'Before'} ${date}.`
  }
  return inclusive ? `At ${isMin ? 'least' : 'most'} ${value}.` : `${isMin ? 'Greater' : 'Less'} than ${value}.`
}
