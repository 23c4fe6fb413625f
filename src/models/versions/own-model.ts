const marker = Symbol.for('toolfit.model')

/** Marks a model as one of ours: it reads messages of every version of `ai`, and repairs what it is given. */
export function markOwn<M extends object>(model: M): M {
  return Object.defineProperty(model, marker, { value: true })
}

/** True for a model of any copy of this package. */
export function isOwn(model: object): boolean {
  return (model as Record<symbol, unknown>)[marker] === true
}
