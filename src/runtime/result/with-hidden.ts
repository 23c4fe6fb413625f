/** A copy, with the fields that do not show. */
export function copyAll<OBJECT extends object>(object: OBJECT): OBJECT {
  return Object.create(Object.getPrototypeOf(object), Object.getOwnPropertyDescriptors(object)) as OBJECT
}

/** An object with fields that `ai` does not have: they can be read, but copies and comparisons do not see them. One that is there shows. */
export function withHidden<OBJECT extends object, HIDDEN extends object>(
  object: OBJECT,
  hidden: HIDDEN,
): OBJECT & HIDDEN {
  for (const [name, value] of Object.entries(hidden))
    Object.defineProperty(object, name, { value, configurable: true, writable: true })
  return object as OBJECT & HIDDEN
}
