/** Headers from names and values in turns, as `node:http` has them. */
export function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let index = 0; index + 1 < raw.length; index += 2) headers.append(raw[index]!, raw[index + 1]!)
  return headers
}
