/** An object with fields that `ai` does not have: they can be read, but copies and comparisons do not see them. One that is there shows. */
export function withHidden<OBJECT extends object, HIDDEN extends object>(
  object: OBJECT,
  hidden: HIDDEN,
): OBJECT & HIDDEN {
  for (const [name, value] of Object.entries(hidden)) Object.defineProperty(object, name, { value, configurable: true })
  return object as OBJECT & HIDDEN
}
