import { mapSame } from '../../core/collections.ts'
import type { AnyModelMessage, AnyToolPart, MessageJson } from '../../core/message.ts'
import { repairHistory } from '../../history/repair.ts'
import { measureInPieces } from '../../wire/json-size.ts'
import { losesNumbers } from '../body/exact-numbers.ts'
import { parseInPieces } from '../body/parse-json.ts'
import { mostMembers } from '../body/read-json.ts'
import type { ResolvedConfig } from '../config.ts'
import type { Pause } from '../turns.ts'
import { createSignatureRestorer, type SignatureContext } from './signatures.ts'

export interface PreparedHistory {
  readonly messages: readonly AnyModelMessage[]
  /** The rules that changed something, each once. */
  readonly repaired: readonly string[]
}

type JsonLimits = Pick<ResolvedConfig, 'maxJsonDepth' | 'maxJsonValues'>

/**
 * Makes a history one that Gemini takes: calls get their signatures back, results that are JSON become objects, and what clients send
 * after they were cut off (calls without results, results without calls) is repaired.
 */
export async function prepareHistory(
  messages: readonly AnyModelMessage[],
  signatures: SignatureContext,
  limits: JsonLimits,
  pause: Pause,
): Promise<PreparedHistory> {
  const restore = await createSignatureRestorer(messages, signatures)
  const results = await readResults(messages, limits, pause)
  const read = messages.map((message): AnyModelMessage => {
    if (message.role === 'assistant') return restore(message)
    if (message.role !== 'tool' || results.size === 0) return message
    const content = mapSame(message.content, (part) => results.get(part) ?? part)
    return content === message.content ? message : { ...message, content }
  })
  await pause()
  const repaired = repairHistory(read, 'gemini')
  // Dropping a text without words loses nothing, and is not reported.
  const rules = repaired.repairs.map(({ rule }) => rule).filter((rule) => rule !== 'drop-empty')
  const heard = answerSystem(repaired.messages)
  return {
    messages: heard,
    repaired: [...(heard === repaired.messages ? [] : ['hear-system-as-user']), ...new Set(rules)],
  }
}

/** Gemini answers a user: where only the system speaks, its last message becomes the user's. OpenAI answers it as it is. */
function answerSystem(messages: readonly AnyModelMessage[]): readonly AnyModelMessage[] {
  const last = messages.at(-1)
  if (last?.role !== 'system' || messages.some(({ role }) => role !== 'system')) return messages
  return [...messages.slice(0, -1), { role: 'user', content: last.content }]
}

/**
 * Reads results that are the JSON of an object or an array: Gemini's results are objects, and a model reads JSON in a text in JSON
 * badly. The limits hold for all results of a request together; a result beyond them stays a text.
 */
async function readResults(
  messages: readonly AnyModelMessage[],
  { maxJsonDepth, maxJsonValues }: JsonLimits,
  pause: Pause,
): Promise<ReadonlyMap<AnyToolPart, AnyToolPart>> {
  const results = new Map<AnyToolPart, AnyToolPart>()
  let valuesLeft = maxJsonValues
  for (const message of messages) {
    if (message.role !== 'tool') continue
    for (const part of message.content) {
      if (part.type !== 'tool-result' || part.output.type !== 'text') continue
      const text = part.output.value
      // A number or a quoted text says the same as a text.
      if (!/^\s{0,99}[{[]/.test(text)) continue
      const most = { depth: maxJsonDepth, values: valuesLeft, members: mostMembers }
      const { depth, values, members } = await measureInPieces(text, undefined, most, pause)
      if (depth > maxJsonDepth || values > valuesLeft || members > mostMembers) continue
      valuesLeft -= values
      await pause()
      // An id whose last digits are lost is another id: such a result stays the text that it is.
      const value = losesNumbers(text) ? undefined : await parse(text, values, pause)
      if (value !== undefined) results.set(part, { ...part, output: { type: 'json', value } })
    }
  }
  return results
}

async function parse(text: string, values: number, pause: Pause): Promise<MessageJson | undefined> {
  try {
    return (await parseInPieces(text, values, pause)) as MessageJson
  } catch {
    // A text that merely begins like JSON.
    return undefined
  }
}
