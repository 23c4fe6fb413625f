/** Headers that a model adds to every call: as they are, or made anew each time (an access token that expires). */
export type HeaderSource =
  | Readonly<Record<string, string | undefined>>
  | (() => Readonly<Record<string, string | undefined>> | PromiseLike<Readonly<Record<string, string | undefined>>>)

/** The headers of a call, in lower case. Later sources win; what is undefined is not sent. */
export async function resolveHeaders(
  ...sources: readonly (HeaderSource | undefined)[]
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {}
  for (const source of sources) {
    const given = typeof source === 'function' ? await source() : (source ?? {})
    for (const [name, value] of Object.entries(given)) {
      if (value !== undefined) headers[name.toLowerCase()] = value
    }
  }
  return headers
}
