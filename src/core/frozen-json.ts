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
