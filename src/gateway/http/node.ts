import { type ByteText, useByteText } from './byte-text.ts'

const { indexOf, compare } = Buffer.prototype

const nodeText: ByteText = {
  // Methods of buffers work on any bytes: to make a buffer of them takes longer than to look at a short string.
  indexOf: (bytes, byte, from) => indexOf.call(bytes, byte, from),
  hasAt: (bytes, others, at) =>
    at + others.length <= bytes.length && compare.call(bytes, others, 0, others.length, at, at + others.length) === 0,
  // A copy, where a decoder of UTF-8 looks at every byte.
  asciiText: ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength).toString('latin1'),
}

/** From now on, this process looks into bytes as Node does it fastest. */
export function useNodeText(): void {
  useByteText(nodeText)
}
