import type { Exchange } from './exchanges.ts'

/**
 * Reads answers as the providers' documents describe them, without our decoders: what both say must be the same.
 * Only what a client shows or acts on is read: texts, thoughts, calls, and why the model stopped.
 */
export interface Answer {
  text: string
  reasoning: string
  readonly calls: { name: string; args: unknown }[]
  finish: string | undefined
}

type Fields = Readonly<Record<string, unknown>>

export type Format = 'gemini' | 'chat' | 'anthropic'

/** The answer, or undefined where its body or one of its events is an error. */
export function readAnswer({ response, isStream }: Exchange, format: Format): Answer | undefined {
  const events = isStream ? eventsIn(response) : [JSON.parse(response)].flat()
  if (events.some((event) => isObject(event['error']))) return undefined
  const answer: Answer = { text: '', reasoning: '', calls: [], finish: undefined }
  const read = { gemini: readGemini, chat: readChat, anthropic: readAnthropic }[format]
  read(events, answer, isStream)
  const calls = answer.calls.map(({ name, args }) => ({ name, args: typeof args === 'string' ? parsed(args) : args }))
  return { ...answer, calls }
}

/** The words of an error, where its body has some. */
export function readErrorMessage(body: string): string | undefined {
  const value: unknown = parsed(body)
  const [first] = [value].flat()
  if (!isObject(first)) return undefined
  const error = first['error']
  if (isObject(error)) return typeof error['message'] === 'string' ? error['message'] : undefined
  return [error, first['message'], first['detail']].find((text): text is string => typeof text === 'string')
}

function eventsIn(body: string): Fields[] {
  return body
    .split(/\r\n\r\n|\n\n|\r\r/)
    .map((block) =>
      block
        .split(/\r\n|\n|\r/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice('data:'.length).replace(/^ /, ''))
        .join('\n'),
    )
    .filter((data) => data.trim() !== '' && data.trim() !== '[DONE]')
    .map((data) => JSON.parse(data))
}

function readGemini(events: readonly Fields[], answer: Answer): void {
  const partial: { args: Record<string, unknown> }[] = []
  for (const event of events) {
    const [candidate] = listOf(event['candidates'])
    if (candidate === undefined) continue
    if (typeof candidate['finishReason'] === 'string') answer.finish = candidate['finishReason']
    for (const part of listOf(fieldsOf(candidate['content'])['parts'])) {
      if (part['thought'] === true) answer.reasoning += textOf(part['text'])
      else answer.text += textOf(part['text'])
      if (isObject(part['functionCall'])) readFunctionCall(part['functionCall'], answer, partial)
    }
  }
}

/** Vertex may send the arguments piece by piece; the pieces of one call follow its name until `willContinue` ends. */
function readFunctionCall(call: Fields, answer: Answer, open: { args: Record<string, unknown> }[]): void {
  const pieces = listOf(call['partialArgs'])
  const continues = call['willContinue'] === true
  let current = open[0]
  if (typeof call['name'] === 'string') {
    current = { args: structuredClone(fieldsOf(call['args'])) }
    answer.calls.push({ name: call['name'], args: current.args })
  }
  for (const piece of pieces) {
    const value = piece['stringValue'] ?? piece['numberValue'] ?? piece['boolValue'] ?? null
    if (current !== undefined) put(current.args, textOf(piece['jsonPath']), value)
  }
  open.splice(0, 1, ...(continues && current !== undefined ? [current] : []))
}

/** Puts a value at `$.a.b[0]`; further pieces of a string are appended. */
function put(target: Record<string, unknown>, path: string, value: unknown): void {
  const steps = path.match(/[^.[\]$'"]+/g) ?? []
  let place: Record<string, unknown> = target
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]
    if (next === undefined) {
      const before = place[step]
      place[step] = typeof before === 'string' && typeof value === 'string' ? before + value : value
      return
    }
    place[step] ??= /^\d+$/.test(next) ? [] : {}
    place = place[step] as Record<string, unknown>
  }
}

function readChat(events: readonly Fields[], answer: Answer, isStream: boolean): void {
  const byIndex = new Map<unknown, { name: string; args: string }>()
  for (const event of events) {
    const choice = listOf(event['choices']).find(({ index = 0 }) => index === 0)
    if (choice === undefined) continue
    if (typeof choice['finish_reason'] === 'string') answer.finish = choice['finish_reason']
    // Perplexity sends both.
    const message = fieldsOf(choice[isStream ? 'delta' : 'message'])
    readChatContent(message, answer)
    readOlderCall(fieldsOf(message['function_call']), byIndex)
    for (const [position, call] of listOf(message['tool_calls']).entries()) {
      const { name, arguments: args } = fieldsOf(call['function'])
      const key = call['index'] ?? position
      const known = byIndex.get(key)
      const text = typeof args === 'string' ? args : args === undefined || args === null ? '' : JSON.stringify(args)
      if (known === undefined) byIndex.set(key, { name: textOf(name), args: text })
      else known.args += text
    }
  }
  answer.calls.push(...byIndex.values())
}

/** `function_call` of 2023. Snowflake sends one without a name beside every answer. */
function readOlderCall({ name, arguments: args }: Fields, calls: Map<unknown, { name: string; args: string }>): void {
  const known = calls.get('function_call')
  if (known !== undefined) known.args += textOf(args)
  else if (textOf(name) !== '') calls.set('function_call', { name: textOf(name), args: textOf(args) })
}

function readChatContent(message: Fields, answer: Answer): void {
  const { content } = message
  answer.text += textOf(content) + textOf(message['refusal'])
  for (const part of listOf(content)) {
    answer.text += textOf(part['text'])
    // Mistral: `{ type: 'thinking', thinking: [{ type: 'text', text }] }`.
    for (const thought of listOf(part['thinking'])) answer.reasoning += textOf(thought['text'])
  }
  const plain = textOf(message['reasoning_content']) || textOf(message['reasoning'])
  const details = listOf(message['reasoning_details']).map(({ text, summary }) => textOf(text ?? summary))
  answer.reasoning += plain || details.join('')
}

function readAnthropic(events: readonly Fields[], answer: Answer): void {
  const open = new Map<unknown, { block: Fields; json: string }>()
  for (const event of events) {
    // Later events belong to the next answer: some recordings have several in one file.
    if (event['type'] === 'message_stop') return
    if (event['type'] === 'message') {
      for (const block of listOf(event['content'])) readBlock(block, '', answer)
      answer.finish = textOf(event['stop_reason']) || undefined
    }
    if (event['type'] === 'content_block_start')
      open.set(event['index'], { block: fieldsOf(event['content_block']), json: '' })
    const current = open.get(event['index'])
    const delta = fieldsOf(event['delta'])
    if (event['type'] === 'content_block_delta') {
      answer.text += textOf(delta['text'])
      answer.reasoning += textOf(delta['thinking'])
      if (current !== undefined) current.json += textOf(delta['partial_json'])
    }
    if (event['type'] === 'content_block_stop' && current !== undefined) {
      readBlock(current.block, current.json, answer)
      open.delete(event['index'])
    }
    if (event['type'] === 'message_delta') answer.finish = textOf(delta['stop_reason']) || answer.finish
  }
}

function readBlock(block: Fields, json: string, answer: Answer): void {
  if (block['type'] === 'text') answer.text += textOf(block['text'])
  if (block['type'] === 'thinking') answer.reasoning += textOf(block['thinking'])
  if (block['type'] === 'tool_use') {
    answer.calls.push({ name: textOf(block['name']), args: json === '' ? block['input'] : json })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text)
  } catch {
    return text
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {}
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
