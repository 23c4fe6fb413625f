import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai7/test'

type Options = Parameters<MockLanguageModelV4['doStream']>[0]
type StreamPart =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer PART> ? PART : never
type Content = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>['content'][number]

/** A call in a reply: the tool, and its input. */
export interface ScriptedCall {
  readonly tool: string
  readonly input: unknown
  readonly id?: string
}

/** What the model says in a step: text, reasoning and text, calls. */
export interface Reply {
  readonly reasoning?: string
  /** Each piece is a delta. */
  readonly text?: string | readonly string[]
  readonly calls?: readonly ScriptedCall[]
  readonly sources?: readonly string[]
  readonly error?: string
}

const usage = {
  inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 10, text: 10, reasoning: undefined },
}

/** A model that gives these replies, one for each call, as a stream and at once. A string is a text. */
export function scriptedModel(
  replies: readonly (Reply | string)[],
  onCall: (options: Options) => void = () => undefined,
): MockLanguageModelV4 {
  let count = 0
  const next = (options: Options) => {
    onCall(options)
    const reply = replies[count++]
    if (reply === undefined)
      throw new Error(`The script has ${replies.length} replies, and the model was called again.`)
    return typeof reply === 'string' ? { text: reply } : reply
  }
  return new MockLanguageModelV4({
    provider: 'scripted',
    modelId: 'scripted-model',
    async doGenerate(options) {
      const reply = next(options)
      if (reply.error !== undefined) throw new Error(reply.error)
      return { content: contentOf(reply, count), finishReason: finishReasonOf(reply), usage, warnings: [] }
    },
    async doStream(options) {
      return { stream: convertArrayToReadableStream(partsOf(next(options), count)) }
    },
  })
}

function finishReasonOf({ calls }: Reply) {
  return { unified: calls === undefined ? ('stop' as const) : ('tool-calls' as const), raw: undefined }
}

function pieces(text: Reply['text']): readonly string[] {
  return text === undefined ? [] : typeof text === 'string' ? [text] : text
}

function contentOf(reply: Reply, step: number): Content[] {
  const { reasoning, text, calls = [], sources = [] } = reply
  return [
    ...(reasoning === undefined ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    ...(text === undefined ? [] : [{ type: 'text' as const, text: pieces(text).join('') }]),
    ...sources.map((url, index) => ({
      type: 'source' as const,
      sourceType: 'url' as const,
      id: `source-${index}`,
      url,
    })),
    ...calls.map((call, index) => callPart(call, step, index)),
  ]
}

function callPart({ tool, input, id }: ScriptedCall, step: number, index: number) {
  const toolCallId = id ?? `call-${step}-${index}`
  return { type: 'tool-call' as const, toolCallId, toolName: tool, input: JSON.stringify(input) }
}

function partsOf(reply: Reply, step: number): StreamPart[] {
  const { reasoning, text, calls = [], sources = [], error } = reply
  const id = String(step)
  return [
    { type: 'stream-start', warnings: [] },
    ...(reasoning === undefined ? [] : block('reasoning', `r${id}`, [reasoning])),
    ...(text === undefined ? [] : block('text', id, pieces(text))),
    ...sources.map((url, index) => ({
      type: 'source' as const,
      sourceType: 'url' as const,
      id: `source-${index}`,
      url,
    })),
    ...calls.flatMap((call, index) => callParts(call, step, index)),
    ...(error === undefined ? [] : [{ type: 'error' as const, error: new Error(error) }]),
    { type: 'finish', finishReason: finishReasonOf(reply), usage },
  ]
}

function block(kind: 'text' | 'reasoning', id: string, deltas: readonly string[]): StreamPart[] {
  return [
    { type: `${kind}-start`, id },
    ...deltas.map((delta) => ({ type: `${kind}-delta` as const, id, delta })),
    { type: `${kind}-end`, id },
  ]
}

function callParts(call: ScriptedCall, step: number, index: number): StreamPart[] {
  const part = callPart(call, step, index)
  const id = part.toolCallId
  return [
    { type: 'tool-input-start', id, toolName: call.tool },
    { type: 'tool-input-delta', id, delta: part.input },
    { type: 'tool-input-end', id },
    part,
  ]
}
