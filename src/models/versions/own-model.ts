import type { ModelCalls } from './any-model.ts'

const marker = Symbol.for('toolfit.model')

/** Of the models of this copy of the package: another copy may have other ideas of what is passed. */
const ownCalls = new WeakMap<object, ModelCalls>()

/** Marks a model as one of ours: it reads messages of every version of `ai`, and repairs what it is given. */
export function markOwn<M extends object>(model: M, calls: ModelCalls): M {
  ownCalls.set(model, calls)
  return Object.defineProperty(model, marker, { value: true })
}

/** True for a model of any copy of this package. */
export function isOwn(model: object): boolean {
  return (model as Record<symbol, unknown>)[marker] === true
}

/** How our runtime calls a model of ours; undefined for any other model. */
export function callsOf(model: object): ModelCalls | undefined {
  return ownCalls.get(model)
}
