import type { JsonObject } from '../../core/json.ts'
import { createToolCodec } from '../../models/tool-codec.ts'
import type { Change } from '../../schema/change.ts'
import { compileResponse } from '../../tools/compile-response.ts'
import { changesOf } from '../../tools/create-compiled-tools.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import type { Pause } from '../turns.ts'
import type { Ask } from './ask.ts'

/** Changes, and names, that a report lists. More would make an answer that is larger than its request. */
const mostListed = 1_000

/** Characters of them. A path has names of the client's choice, and every change below a name repeats it. */
const mostCharacters = 500_000

/**
 * What was changed in a request on its way to Gemini: tools, response format, history, and every warning. Of long lists it has the
 * beginning, and `is_cut` says so.
 */
export async function createReport(
  { dialect: to, access, options, ignored, repaired }: Ask,
  warnings: readonly RequestWarning[],
  pause: Pause,
): Promise<JsonObject> {
  const { compiled } = createToolCodec(options.tools, { to, access, issuer: 'google', cachedBy: 'list' })
  const { responseFormat } = options
  const schema = responseFormat?.type === 'json' ? responseFormat.schema : undefined
  const form = access === undefined ? { to } : { to, access }
  const list = createLister()
  const reported: JsonObject[] = []
  for (const entry of compiled.entries) {
    const changes = list.isFull() ? [] : list.take(changesOf(entry), lengthOf)
    reported.push({ name: entry.toolName, sent_as: entry.wireName, changes: changes.map(toJson) })
    await pause()
  }
  const ofFormat = schema === undefined ? [] : list.take(compileResponse(schema as object, form).changes, lengthOf)
  return {
    tools: reported,
    left_out: compiled.failures.map(({ tool, error }) => ({ name: tool, code: error.code, reason: error.message })),
    ...(schema === undefined ? {} : { response_format: { changes: ofFormat.map(toJson) } }),
    ignored: list.take(ignored, (name) => name.length),
    repaired: [...repaired],
    warnings: list.take(warnings.map(wordsOf), (words) => words.length),
    ...(list.isFull() ? { is_cut: true } : {}),
  }
}

/** Takes as much of several lists as a report may have. */
function createLister() {
  let left = mostListed
  let room = mostCharacters
  const isFull = () => left < 0 || room < 0
  return {
    /** Something was left out. */
    isFull,
    take<T>(items: readonly T[], lengthOf: (item: T) => number): T[] {
      const end = items.findIndex((item) => {
        left--
        room -= lengthOf(item)
        return isFull()
      })
      return items.slice(0, end < 0 ? items.length : end)
    },
  }
}

const lengthOf = ({ at, note = '' }: Change): number => at.length + note.length

function wordsOf(warning: RequestWarning): string {
  if (warning.type === 'other') return warning.message
  const { feature, details } = warning
  return details === undefined ? feature : `${feature}: ${details}`
}

/** `enforced` is false: the gateway hands out what the model answers, and leaves it to the client to check it. */
function toJson({ at, keyword, code, effect, note }: Change): JsonObject {
  return { at, keyword, code, effect, enforced: false, note }
}
