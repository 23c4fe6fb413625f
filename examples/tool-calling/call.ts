/** A reply in which the model calls a tool. */
export function call(name: string, args: object, id?: string) {
  return { functionCall: { name, args, ...(id === undefined ? {} : { id }) } }
}
