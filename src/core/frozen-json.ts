/** Values that are frozen through and through. Nobody can change them, so they may be known again by what they are. */
const frozen = new WeakSet<object>()

/** Freezes a JSON value and everything in it. */
export function freezeJson<T extends object>(value: T): T {
  const stack: object[] = [value]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (frozen.has(top)) continue
    Object.freeze(top)
    frozen.add(top)
    for (const child of Object.values(top)) if (typeof child === 'object' && child !== null) stack.push(child)
  }
  return value
}

/** Whether a value comes from {@link freezeJson}. One that was frozen elsewhere may still change further inside. */
export function isFrozenJson(value: object): boolean {
  return frozen.has(value)
}

/**
 * The same function, which makes the same thing of a value of {@link freezeJson} every time: the one that it made first. That is frozen
 * too, so that the next function can remember it.
 */
export function rememberFrozen<In extends object, Out extends object | string>(
  make: (value: In) => Out,
): (value: In) => Out {
  const known = new WeakMap<In, Out>()
  return (value) => {
    const before = known.get(value)
    if (before !== undefined) return before
    const made = make(value)
    if (!frozen.has(value)) return made
    if (typeof made === 'object') freezeJson(made)
    known.set(value, made)
    return made
  }
}
