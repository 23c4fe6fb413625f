import { ToolfitError } from '../../core/errors.ts'
import { measureInPieces } from '../../wire/json-size.ts'
import { deepestAnswer, describeAnswerSize, mostAnswerValues } from '../../wire/wire-error.ts'
import type { Pause } from '../turns.ts'
import { parseInPieces } from './parse-json.ts'
import { decodeParts } from './read-json.ts'

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Reads the JSON of a long answer as a body is read: with pauses, and with bounds that are checked before it is parsed.
 *
 * @throws ToolfitError `model-response-invalid` for one that is too deep or too large; SyntaxError.
 */
export async function readAnswer(bytes: Uint8Array, pause: Pause): Promise<unknown> {
  const text = await decodeParts([bytes], (part) => utf8.decode(part), pause)
  const most = { depth: deepestAnswer, values: mostAnswerValues }
  const size = await measureInPieces(text, undefined, most, pause)
  const problem = describeAnswerSize(size, mostAnswerValues)
  if (problem !== undefined) throw new ToolfitError('model-response-invalid', `The answer ${problem}`)
  await pause()
  return parseInPieces(text, size.values, pause)
}
