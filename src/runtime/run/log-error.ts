/**
 * The listener of errors in `streamText` without `onError`, as in `ai`. It is the one place of the library that logs: a stream that fails
 * must not look like one that is over.
 */
export function logError({ error }: { readonly error: unknown }): void {
  console.error(error)
}
