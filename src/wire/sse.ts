import { ToolfitError } from '../core/errors.ts'
import { isPlainObject, parseJson } from '../core/json.ts'
import { findAnswerProblem } from './wire-error.ts'

/** Splits a stream into server-sent events. Each text is the data of one event; names, ids and comments are left out. */
export interface SseDecoder {
  push(bytes: Uint8Array): string[]
  /** Whether a part of the data of the next event is there. */
  hasBegun(): boolean
  /** The rest, when the stream is over: some servers omit the blank line after the last event. */
  end(): string[]
}

/** As much of a line as says whether it has data. */
const longestStart = 8

/** No model sends a longer event, and memory is limited. */
const longestEvent = 64 * 1024 * 1024

/**
 * Bytes may be cut anywhere: inside a character, between CR and LF, inside a line. Every character is read once, wherever the cuts are.
 *
 * @throws ToolfitError `model-response-invalid` from `push`, for an event that is too long.
 */
export function createSseDecoder(): SseDecoder {
  const decode = createDecoder()
  /** The incomplete line, and the data of the incomplete event. */
  let line = ''
  /** The first characters of the line. Reading them off a line that grows would copy it each time. */
  let lineStart = ''
  let data: string | undefined
  let endedInCr = false

  const takeLine = (text: string, found: string[]) => {
    if (text === '') {
      if (data !== undefined) found.push(data)
      data = undefined
    } else if (text.startsWith('data:')) {
      const value = text.slice(text[5] === ' ' ? 6 : 5)
      data = data === undefined ? value : `${data}\n${value}`
    } else if (text === 'data') data = data === undefined ? '' : `${data}\n`
  }

  const takeText = (text: string, found: string[]) => {
    let start = endedInCr && text.startsWith('\n') ? 1 : 0
    if (text !== '') endedInCr = false
    let [cr, lf] = [text.indexOf('\r', start), text.indexOf('\n', start)]
    for (;;) {
      if (cr >= 0 && cr < start) cr = text.indexOf('\r', start)
      if (lf >= 0 && lf < start) lf = text.indexOf('\n', start)
      const end = cr >= 0 && (lf < 0 || cr < lf) ? cr : lf
      if (end < 0) break
      takeLine(line + text.slice(start, end), found)
      line = ''
      lineStart = ''
      start = end + (end === cr && lf === cr + 1 ? 2 : 1)
      endedInCr = end === cr && start >= text.length && lf !== cr + 1
    }
    const rest = text.slice(start)
    lineStart += rest.slice(0, longestStart - lineStart.length)
    line += rest
  }

  return {
    push(bytes) {
      // Thrown with the next piece, when the events before the long one have been delivered.
      if (line.length + (data?.length ?? 0) > longestEvent) {
        throw new ToolfitError('model-response-invalid', 'The stream has an event of more than 64 MB.')
      }
      const found: string[] = []
      takeText(decode(bytes), found)
      return found
    },
    hasBegun: () => (data ?? '') !== '' || /^data: ?\S/.test(lineStart),
    end() {
      const found: string[] = []
      takeText(decode(undefined), found)
      takeLine(line, found)
      takeLine('', found)
      line = ''
      return found
    },
  }
}

/** A byte order mark at the start of a stream is dropped. Elsewhere it is a character like any other. */
const options: TextDecoderOptions = { ignoreBOM: true }
const whole = new TextDecoder('utf-8', options)

/**
 * Pieces that end with a whole character, as nearly all do, are decoded on their own. A streaming decoder takes several times as long,
 * and its creation as long again: there is one only while a character is cut.
 */
function createDecoder(): (bytes: Uint8Array | undefined) => string {
  let cut: TextDecoder | undefined
  let isBegun = false
  const decode = (bytes: Uint8Array): string => {
    const endsInAscii = bytes.length > 0 && bytes[bytes.length - 1]! < 0x80
    if (cut === undefined && endsInAscii) return whole.decode(bytes)
    cut ??= new TextDecoder('utf-8', options)
    const text = cut.decode(bytes, { stream: true })
    // The decoder is empty.
    if (endsInAscii) cut = undefined
    return text
  }
  return (bytes) => {
    const text = bytes === undefined ? (cut?.decode() ?? '') : decode(bytes)
    if (isBegun || text === '') return text
    isBegun = true
    return text.startsWith('\ufeff') ? text.slice(1) : text
  }
}

/** The JSON object in an event; undefined where it is not one, nests too deep, or has too many values. */
export function parseEvent(data: string): Readonly<Record<string, unknown>> | undefined {
  const value = findAnswerProblem(data) === undefined ? parseJson(data) : undefined
  return isPlainObject(value) ? value : undefined
}
