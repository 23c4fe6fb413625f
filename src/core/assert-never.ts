/** Makes a `switch` over a closed union exhaustive: a new member breaks the build where it is not handled. */
export function assertNever(value: never): never {
  throw new TypeError(`Unreachable: ${JSON.stringify(value)}`)
}
