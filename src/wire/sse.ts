import { ToolfitError } from '../core/errors.ts'

/** Takes server-sent events apart. Each text is the data of one event; names, ids and comments are left out. */
export interface SseDecoder {
  push(bytes: Uint8Array): string[]
  /** The rest, when the stream is over: servers forget the blank line behind the last event. */
  end(): string[]
}

/** An event of this size is no answer of a model, and strings do not grow for ever. */
const longestEvent = 64 * 1024 * 1024

/**
 * Bytes may be cut anywhere: inside a character, between CR and LF, inside a line. Every character is looked at once, however the
 * pieces fall.
 *
 * @throws ToolfitError `model-response-invalid` from `push`, for an event that has no end in sight.
 */
export function createSseDecoder(): SseDecoder {
  const decoder = new TextDecoder()
  /** The line that is not complete yet, and the data of the event that is not. */
  let line = ''
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
      start = end + (end === cr && lf === cr + 1 ? 2 : 1)
      endedInCr = end === cr && start >= text.length && lf !== cr + 1
    }
    line += text.slice(start)
  }

  return {
    push(bytes) {
      // Said with the next piece: the events of the last one, before the endless one, have been handed on by then.
      if (line.length + (data?.length ?? 0) > longestEvent) {
        throw new ToolfitError('model-response-invalid', 'The stream has an event of more than 64 MB.')
      }
      const found: string[] = []
      takeText(decoder.decode(bytes, { stream: true }), found)
      return found
    },
    end() {
      const found: string[] = []
      takeText(decoder.decode(), found)
      takeLine(line, found)
      takeLine('', found)
      line = ''
      return found
    },
  }
}
