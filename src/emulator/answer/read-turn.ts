import { isPlainObject, type Json } from '../../core/json.ts'
import type { Content, FunctionResponse, Part } from '../api/message.ts'
import { nameKey } from './sample/prompt-hint.ts'

/** The turn that has to be answered: it begins with the last thing that the user said. */
export interface Turn {
  /** What the user said. */
  readonly text: string
  /** What else came with it: `image/png`. */
  readonly attachments: readonly string[]
  /** Function responses of this turn, and those before it that nobody has answered yet. */
  readonly responses: readonly FunctionResponse[]
  /** How often the model has called functions in this turn. */
  readonly steps: number
  /** Plain values in the responses of this turn, by their names. */
  readonly known: ReadonlyMap<string, Json>
}

export function readTurn(contents: readonly Content[]): Turn {
  const start = contents.findLastIndex((content) => !isModel(content) && isSaid(content))
  const spoken = contents[start]?.parts ?? []
  const turn = contents.slice(start + 1)
  const before = contents.slice(0, Math.max(0, start))
  const unanswered = before.slice(before.findLastIndex(isModel) + 1)
  return {
    text: spoken
      .map(({ text }) => text ?? '')
      .filter((text) => text !== '')
      .join('\n'),
    attachments: spoken.flatMap(attachmentOf),
    responses: [...unanswered, ...turn].flatMap(responsesIn),
    steps: turn.filter((content) => isModel(content) && content.parts?.some(({ functionCall }) => functionCall)).length,
    known: knownValues(turn.flatMap(responsesIn)),
  }
}

function isModel({ role }: Content): boolean {
  return role === 'model'
}

/** Ordinary content, and not what functions answered (some clients put an image or a note beside that). */
function isSaid({ parts = [] }: Content): boolean {
  return parts.length > 0 && !parts.some(({ functionResponse }) => functionResponse !== undefined)
}

function responsesIn({ parts = [] }: Content): FunctionResponse[] {
  return parts.flatMap(({ functionResponse }) => functionResponse ?? [])
}

function attachmentOf({ inlineData, fileData }: Part): string[] {
  const mimeType = inlineData?.mimeType ?? fileData?.mimeType
  return inlineData === undefined && fileData === undefined ? [] : [mimeType ?? 'a file']
}

const mostKnown = 200

/** Walks responses breadth first, as far as there is room: names near the top mean most. */
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
