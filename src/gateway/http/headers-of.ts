import { delegate } from './delegate.ts'

class LeanHeaders {
  readonly #raw: string[]
  #real: Headers | undefined

  constructor(raw: readonly string[]) {
    this.#raw = [...raw]
  }

  get(name: string): string | null {
    if (this.#real !== undefined) return this.#real.get(name)
    const wanted = name.toLowerCase()
    const raw = this.#raw
    let found: string | null = null
    for (let index = 0; index + 1 < raw.length; index += 2) {
      if (!isCalled(raw[index]!, wanted)) continue
      found = found === null ? raw[index + 1]! : `${found}, ${raw[index + 1]}`
    }
    return found
  }

  has(name: string): boolean {
    return this.get(name) !== null
  }

  real(): Headers {
    if (this.#real !== undefined) return this.#real
    const raw = this.#raw
    const headers = new Headers()
    for (let index = 0; index + 1 < raw.length; index += 2) headers.append(raw[index]!, raw[index + 1]!)
    this.#real = headers
    return headers
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.real()[Symbol.iterator]()
  }

  static realOf(headers: Headers): Headers {
    return #raw in headers ? (headers as unknown as LeanHeaders).real() : headers
  }

  /** Undefined: they are the platform's, or were opened as such. */
  static rawOf(headers: Headers): string[] | undefined {
    return #raw in headers && (headers as unknown as LeanHeaders).#real === undefined
      ? (headers as unknown as LeanHeaders).#raw
      : undefined
  }

  static {
    delegate(LeanHeaders.prototype as unknown as { real(): Headers }, Headers.prototype)
  }
}

/** Lengths first: names that are not looked for are most of them. */
function isCalled(name: string, lowerCase: string): boolean {
  return name.length === lowerCase.length && (name === lowerCase || name.toLowerCase() === lowerCase)
}

/**
 * Headers from names and values in turns, as `node:http` has them. The platform's own are made when somebody wants more than to read a
 * few of them by name. Names and values must be such as can be sent.
 */
export function headersOf(raw: readonly string[]): Headers {
  return new LeanHeaders(raw) as unknown as Headers
}

/** Sets a header whose value can be sent. */
export function setHeader(headers: Headers, name: string, value: string): void {
  const raw = LeanHeaders.rawOf(headers)
  if (raw === undefined || headers.has(name)) headers.set(name, value)
  else raw.push(name, value)
}

/** Names and values in turns. */
export function rawHeadersOf(headers: Headers): string[] {
  const raw = LeanHeaders.rawOf(headers)
  return raw === undefined ? [...headers].flat() : [...raw]
}

/** The platform's own, for those who know no other. */
export function realHeaders(headers: Headers): Headers {
  return LeanHeaders.realOf(headers)
}
