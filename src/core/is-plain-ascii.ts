/** Four spaces, and the highest bit of each of four bytes. */
const spaces = 0x20202020
const highest = 0x80808080 | 0

/**
 * Whether all bytes are ASCII, and none a control character below the space. Sixteen at a time, and asked once at the end: what is
 * looked at is a file nearly always, and a question for each word takes as long as the look at it.
 */
export function isPlainAscii(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start
  let bad = 0
  for (; at < end && (bytes.byteOffset + at) % 4 !== 0; at++) bad |= bytes[at]! | (bytes[at]! - 0x20)
  const words = at === end ? new Int32Array() : new Int32Array(bytes.buffer, bytes.byteOffset + at, (end - at) >> 2)
  const whole = words.length & ~3
  let found = 0
  for (let index = 0; index < whole; index += 4) {
    const first = words[index]!
    const second = words[index + 1]!
    const third = words[index + 2]!
    const fourth = words[index + 3]!
    // A byte above ASCII has its highest bit set; one below the space has it after the subtraction. Borrows begin at such bytes only.
    found |=
      first | (first - spaces) | second | (second - spaces) | third | (third - spaces) | fourth | (fourth - spaces)
  }
  for (at += whole * 4; at < end; at++) bad |= bytes[at]! | (bytes[at]! - 0x20)
  return (found & highest) === 0 && (bad & 0x80) === 0
}
