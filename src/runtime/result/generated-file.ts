/** A file that a model made. */
export interface GeneratedFile {
  readonly base64: string
  readonly uint8Array: Uint8Array
  readonly mediaType: string
}

/** A file from what a model gave: base64, or bytes. Each form is made from the other when it is first asked for. */
export function createGeneratedFile(data: string | Uint8Array, mediaType: string): GeneratedFile {
  return new DefaultGeneratedFile(data, mediaType)
}

class DefaultGeneratedFile implements GeneratedFile {
  readonly mediaType: string
  #base64: string | undefined
  #bytes: Uint8Array | undefined

  constructor(data: string | Uint8Array, mediaType: string) {
    this.mediaType = mediaType
    if (typeof data === 'string') this.#base64 = data
    else this.#bytes = data
  }

  get base64(): string {
    this.#base64 ??= btoa(Array.from(this.#bytes!, (byte) => String.fromCharCode(byte)).join(''))
    return this.#base64
  }

  get uint8Array(): Uint8Array {
    this.#bytes ??= Uint8Array.from(atob(this.#base64!), (character) => character.charCodeAt(0))
    return this.#bytes
  }

  /** What JSON has room for. */
  toJSON(): { base64: string; mediaType: string } {
    return { base64: this.base64, mediaType: this.mediaType }
  }
}
