import { isPlainObject, type Json } from '../../core/json.ts'
import type { Content, FunctionResponse, Part } from '../api/message.ts'
import { nameKey } from './sample/prompt-values.ts'

/** The turn to answer: it begins with the last content of the user. */
export interface Turn {
  /** The text of the user. */
  readonly text: string
  /** The types of media beside it: `image/png`. */
  readonly attachments: readonly string[]
  /** The function responses of this turn, and those before it that the model has not answered. */
  readonly responses: readonly FunctionResponse[]
  /** The number of contents with function calls in this turn. */
  readonly steps: number
  /** Plain values in the responses of this turn, by their names. */
  readonly known: ReadonlyMap<string, Json>
}

export function readTurn(contents: readonly Content[]): Turn {
  const said = contents.findLastIndex((content) => !isModel(content) && isSaid(content) && !isReminder(content))
  const start = said >= 0 ? said : contents.findLastIndex((content) => !isModel(content) && isSaid(content))
  const spoken = contents[start]?.parts ?? []
  const turn = contents.slice(start + 1)
  const before = contents.slice(0, Math.max(0, start))
  const unanswered = before.slice(before.findLastIndex(isModel) + 1)
  return {
    text: textOf(spoken),
    attachments: spoken.flatMap(attachmentOf),
    responses: [...unanswered, ...turn].flatMap(responsesIn),
    steps: turn.filter((content) => isModel(content) && content.parts?.some(({ functionCall }) => functionCall)).length,
    known: knownValues(turn.flatMap(responsesIn)),
  }
}

/** What the user says. What a client adds in tags counts only where there is nothing else. */
function textOf(parts: readonly Part[]): string {
  const texts = parts.map(({ text }) => text ?? '')
  const said = texts.map(withoutReminders)
  return (said.some((text) => text.trim() !== '') ? said : texts).filter((text) => text !== '').join('\n')
}

const reminderTag = /<([a-z][a-z\d]{0,40}[-_][a-z\d_-]{1,60})>/g

/** Agents add notes to what the user says, in tags such as `<system-reminder>`: they name tools that nobody asked for. */
function withoutReminders(text: string): string {
  let rest = ''
  let from = 0
  const unclosed = new Set<string>()
  for (const { 0: tag, 1: name, index } of text.matchAll(reminderTag)) {
    if (index < from || unclosed.has(name!)) continue
    const close = `</${name}>`
    const end = text.indexOf(close, index + tag.length)
    if (end === -1) {
      unclosed.add(name!)
      continue
    }
    rest += text.slice(from, index)
    from = end + close.length
  }
  return from === 0 ? text : rest + text.slice(from)
}

function isModel({ role }: Content): boolean {
  return role === 'model'
}

/** A content without function responses. Some clients put an image or a note beside those. */
function isSaid({ parts = [] }: Content): boolean {
  return parts.length > 0 && !parts.some(({ functionResponse }) => functionResponse !== undefined)
}

/** A content that holds nothing but notes of the client: it begins no turn. */
function isReminder({ parts = [] }: Content): boolean {
  return parts.every(({ text }) => text !== undefined && text !== '' && withoutReminders(text).trim() === '')
}

function responsesIn({ parts = [] }: Content): FunctionResponse[] {
  return parts.flatMap(({ functionResponse }) => functionResponse ?? [])
}

function attachmentOf({ inlineData, fileData }: Part): string[] {
  const mimeType = inlineData?.mimeType ?? fileData?.mimeType
  return inlineData === undefined && fileData === undefined ? [] : [mimeType ?? 'a file']
}

const mostKnown = 200

/** Reads responses breadth first, because names near the top are more useful. */
function knownValues(responses: readonly FunctionResponse[]): Map<string, Json> {
  const known = new Map<string, Json>()
  const waiting: Json[] = responses.map(({ response }) => response ?? {}).reverse()
  for (let index = 0; index < waiting.length && index < mostKnown; index++) {
    const value = waiting[index] as Json
    if (Array.isArray(value)) waiting.push(...value.slice(0, 3))
    if (!isPlainObject(value)) continue
    for (const [name, inner] of Object.entries(value as Record<string, Json>)) {
      if (typeof inner === 'object' && inner !== null) waiting.push(inner)
      else if (!known.has(nameKey(name))) known.set(nameKey(name), inner)
      if (known.size >= mostKnown) return known
    }
  }
  return known
}
