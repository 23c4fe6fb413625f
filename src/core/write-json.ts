/** So many characters, about, are written at once. */
const longestPiece = 256 * 1024

/** About what a number, a literal or a pair of brackets takes. */
const shortValue = 8

/**
 * Writes a value as `JSON.stringify` does, but in texts of some hundred kilobytes, with a pause after each. Joined they are the JSON. The
 * value is JSON, or has undefined members, which are left out. A small one is written at once.
 */
export function writeInPieces(
  value: unknown,
  pause: () => Promise<void> | undefined,
): readonly string[] | Promise<readonly string[]> {
  return isLarge(value) ? writeLarge(value, pause) : [JSON.stringify(value)]
}

async function writeLarge(value: unknown, pause: () => Promise<void> | undefined): Promise<readonly string[]> {
  const writer = new PieceWriter(pause)
  await writer.write(value)
  return writer.end()
}

function isLarge(value: unknown): boolean {
  return charactersOf(value, longestPiece) > longestPiece
}

/** About the characters of a value. Stops counting beyond `most`. */
function charactersOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return shortValue
  let count = shortValue
  if (Array.isArray(value)) {
    for (const item of value) {
      count += charactersOf(item, most - count)
      if (count > most) break
    }
    return count
  }
  // Without a list of the keys: every object of a request is counted.
  for (const key in value) {
    count += key.length + charactersOf((value as Readonly<Record<string, unknown>>)[key], most - count)
    if (count > most) break
  }
  return count
}

class PieceWriter {
  readonly #pause: () => Promise<void> | undefined
  readonly #texts: string[] = []
  #text = ''

  constructor(pause: () => Promise<void> | undefined) {
    this.#pause = pause
  }

  end(): string[] {
    return [...this.#texts, this.#text]
  }

  /** Recursion goes as deep as the value, as that of `JSON.stringify` does. */
  async write(value: unknown): Promise<void> {
    if (!isLarge(value)) return this.#add(JSON.stringify(value))
    if (typeof value === 'string') return this.#writeString(value)
    await (Array.isArray(value) ? this.#writeArray(value) : this.#writeObject(value as object))
  }

  async #add(text: string): Promise<void> {
    this.#text += text
    if (this.#text.length < longestPiece) return
    this.#texts.push(this.#text)
    this.#text = ''
    await this.#pause()
  }

  async #writeString(value: string): Promise<void> {
    await this.#add('"')
    for (let start = 0; start < value.length; ) {
      const end = endOfSlice(value, start + longestPiece)
      await this.#add(JSON.stringify(value.slice(start, end)).slice(1, -1))
      start = end
    }
    await this.#add('"')
  }

  async #writeArray(items: readonly unknown[]): Promise<void> {
    let start = 0
    let count = 0
    /** Small items are written together. */
    const flush = async (end: number) => {
      if (end > start)
        await this.#add(`${start === 0 ? '' : ','}${JSON.stringify(items.slice(start, end)).slice(1, -1)}`)
      start = end
      count = 0
    }
    await this.#add('[')
    for (let index = 0; index < items.length; index++) {
      const size = charactersOf(items[index], longestPiece)
      if (size > longestPiece) {
        await flush(index)
        if (index > 0) await this.#add(',')
        await this.write(items[index])
        start = index + 1
        continue
      }
      count += size
      if (count > longestPiece) await flush(index + 1)
    }
    await flush(items.length)
    await this.#add(']')
  }

  async #writeObject(object: object): Promise<void> {
    await this.#add('{')
    let separator = ''
    for (const key of Object.keys(object)) {
      const value = (object as Readonly<Record<string, unknown>>)[key]
      if (value === undefined) continue
      await this.#add(`${separator}${JSON.stringify(key)}:`)
      await this.write(value)
      separator = ','
    }
    await this.#add('}')
  }
}

/** No pair of surrogates is cut: a single one would be written as an escape. */
function endOfSlice(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1)
  return unit >= 0xd800 && unit <= 0xdbff ? at + 1 : at
}

/** What JSON does not take in a string as it is. */
const escaped = ['\\', '"', ...Array.from({ length: 0x20 }, (_, unit) => String.fromCharCode(unit))]

/** So many characters are searched at once: they stay in the processor's first cache, from one search to the next. */
const searched = 16 * 1024

/**
 * Whether a text is written otherwise in JSON. The platform searches for one character at the speed of memory: all of these searches take
 * less than half as long as one pattern.
 */
export function needsEscapes(text: string): boolean {
  for (let start = 0; start < text.length; start += searched) {
    const slice = text.slice(start, start + searched)
    if (escaped.some((character) => slice.includes(character))) return true
  }
  return false
}
