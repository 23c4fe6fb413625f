/** What SECURITY.md promises, and the rows that test it: attacks, or rows of what the gateway does. */
export interface Promised {
  readonly promise: string
  readonly rows: readonly string[]
}

export const promises: readonly Promised[] = []
