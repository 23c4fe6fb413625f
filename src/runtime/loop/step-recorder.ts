import { present } from '../../core/json.ts'
import type { RunnableStreamPart } from '../../models/versions/any-model.ts'
import { metadataOf, readCall, toToolError } from '../calls/read-call.ts'
import { assertChoice, violatedNone } from '../calls/tool-errors.ts'
import type { ContentPart, ReasoningOutput, TextOutput } from '../result/content.ts'
import type { TextStreamPart, ToolInputStart } from '../result/stream-part.ts'
import { toUsage } from '../result/usage.ts'
import { announce } from '../run/announce.ts'
import { callOptionsFor, type OpenStep, type Run } from '../run/run.ts'
import { GrowingText } from './part-digest.ts'
import { addCall, recordCall, toContent, uniqueCallId } from './record-part.ts'
import { callEndEvent } from './run-events.ts'

/** Text or reasoning. */
type Kind = 'text' | 'reasoning'
/** A delta of text or reasoning. */
export type Delta = Of<'text-delta'>
/** The parts of a kind; some kinds share a type. */
type Of<TYPE extends RunnableStreamPart['type']> = RunnableStreamPart extends infer PART
  ? PART extends { readonly type: infer TYPES }
    ? TYPE extends TYPES
      ? PART
      : never
    : never
  : never

/** The beginning or the end of a block. */
type BlockEdge = Of<'text-start'> | Of<'text-end'> | Of<'reasoning-start'> | Of<'reasoning-end'>

/** A text or reasoning block that is not complete. */
interface Block {
  /** Unique in the run. */
  readonly id: string
  readonly output: TextOutput | ReasoningOutput
  readonly text: GrowingText
}

/** Records the stream of a model in its step, and converts it to parts of `fullStream`. */
export class StepRecorder {
  /** The model said that it is done, or that it failed. */
  isFinished = false
  /** The model said something. */
  hasOutput = false
  /** The first part of the step was returned. */
  #hasBegun = false
  readonly #run: Run
  readonly #step: OpenStep
  readonly #onOutput: (() => void) | undefined
  readonly #text = new Map<string, Block>()
  readonly #reasoning = new Map<string, Block>()
  /** The model's ids of calls to the run's. */
  readonly #callIds = new Map<string, string>()
  readonly #called = new Set<string>()
  /** The tools whose input is streamed. */
  readonly #inputNames = new Map<string, string>()
  /** What the step does not keep: calls in spite of `toolChoice: 'none'`. */
  readonly #removed = new Set<ContentPart>()

  constructor(run: Run, step: OpenStep, onOutput?: () => void) {
    this.#run = run
    this.#step = step
    this.#onOutput = onOutput
  }

  /** The first part of the step, unless it was returned already. */
  begin(): TextStreamPart[] {
    if (this.#hasBegun) return []
    this.#hasBegun = true
    return [{ type: 'start-step', request: this.#step.request, warnings: this.#step.warnings }]
  }

  /** The parts that must precede a delta. Some models do not start their blocks. */
  beginBlock({ type, id }: Delta): TextStreamPart[] | undefined {
    const kind = type === 'text-delta' ? 'text' : 'reasoning'
    return this.#blocks(kind).has(id) ? undefined : [...this.begin(), this.#start(kind, { type: `${kind}-start`, id })]
  }

  /** A delta of a started block. An empty delta of text is dropped, unless it has metadata such as a signature. */
  addDelta({ type, id, delta, providerMetadata }: Delta): TextStreamPart | undefined {
    const block = this.#blocks(type === 'text-delta' ? 'text' : 'reasoning').get(id)!
    if (providerMetadata !== undefined) block.output.providerMetadata = providerMetadata
    if (delta !== '') this.#mark()
    else if (type === 'text-delta' && providerMetadata === undefined) return undefined
    block.text.push(delta)
    return { type, id: block.id, text: delta, providerMetadata } as Extract<TextStreamPart, { type: 'text-delta' }>
  }

  /** Any other part. */
  take(part: RunnableStreamPart): TextStreamPart[] | Promise<TextStreamPart[]> {
    if (part.type === 'stream-start') {
      const { warnings } = this.#step
      // A second one repeats the warnings of the first.
      warnings.push(...part.warnings.filter((warning) => !warnings.includes(warning)))
      return []
    }
    if (part.type === 'response-metadata') {
      const { id, timestamp, modelId } = part
      this.#step.response = { ...this.#step.response, ...present({ id, timestamp, modelId }) }
      return this.begin()
    }
    if (this.#hasBegun) return this.#record(part)
    const begun = this.begin()
    const parts = this.#record(part)
    return Array.isArray(parts) ? [...begun, ...parts] : parts.then((more) => [...begun, ...more])
  }

  /** Ends open blocks, and removes unwanted calls. Reasoning that was cut off has no signature, and providers refuse it: it is removed. */
  close(): void {
    for (const id of [...this.#text.keys()]) this.#end('text', { type: 'text-end', id })
    for (const { output } of this.#reasoning.values()) this.#removed.add(output)
    const { content } = this.#step
    const kept = content.filter((part) => !this.#removed.has(part))
    content.length = 0
    for (const part of kept) content.push(part)
  }

  #record(part: RunnableStreamPart): TextStreamPart[] | Promise<TextStreamPart[]> {
    if (this.#step.toolChoice === 'none' && part.type.startsWith('tool-')) return this.#ignore(part)
    switch (part.type) {
      case 'text-start':
        return this.#restart('text', part)
      case 'reasoning-start':
        return this.#restart('reasoning', part)
      case 'text-end':
        return this.#end('text', part)
      case 'reasoning-end':
        return this.#end('reasoning', part)
      case 'tool-input-start':
        return this.#startInput(part)
      case 'tool-input-delta':
        return this.#addInput(part as Delta)
      case 'tool-input-end':
        return [{ ...part, type: 'tool-input-end', id: this.#callIds.get(part.id) ?? part.id }]
      case 'tool-call':
        return this.#call(part)
      case 'finish':
        return this.#finish(part)
      case 'error':
        return this.#fail(part.error)
      case 'raw':
        return this.#run.include.rawChunks ? [part] : []
      case 'ping':
        return [part]
      case 'text-delta':
      case 'reasoning-delta':
      case 'stream-start':
      case 'response-metadata':
        return []
      default:
        return this.#whole(part)
    }
  }

  /** A part of a call that must not be: nothing of it is streamed or run, but listeners hear that the model said it. */
  #ignore(part: RunnableStreamPart): TextStreamPart[] | Promise<TextStreamPart[]> {
    if (part.type === 'tool-input-delta' && (part as Delta).delta !== '') this.#mark(false)
    if (part.type === 'tool-result') {
      const result = toContent(this.#step, part, this.#callIds, true) as ContentPart
      this.#removed.add(result)
      this.#step.content.push(result)
    }
    if (part.type !== 'tool-call') return []
    this.#mark(false)
    return readCall(this.#run, this.#step, part).then((read) => {
      this.#removed.add(read.part)
      addCall(this.#step, read.part)
      return []
    })
  }

  #blocks(kind: Kind): Map<string, Block> {
    return kind === 'text' ? this.#text : this.#reasoning
  }

  /** Some models start a block again that they have not ended: both are blocks. */
  #restart(kind: Kind, part: BlockEdge): TextStreamPart[] {
    return [...this.#end(kind, { type: `${kind}-end`, id: part.id }), this.#start(kind, part)]
  }

  #start(kind: Kind, part: BlockEdge): TextStreamPart {
    const { id: given, providerMetadata } = part
    const { blockIds, generateId } = this.#run
    const id = blockIds.has(`${kind} ${given}`) ? generateId() : given
    blockIds.add(`${kind} ${id}`)
    const output = { type: kind, text: '', providerMetadata } as Block['output']
    this.#blocks(kind).set(given, { id, output, text: new GrowingText() })
    this.#step.content.push(output)
    return { ...part, id } as TextStreamPart
  }

  #end(kind: Kind, part: BlockEdge): TextStreamPart[] {
    const block = this.#blocks(kind).get(part.id)
    if (block === undefined) return []
    this.#blocks(kind).delete(part.id)
    const { id, output, text } = block
    output.text = text.toString()
    if (part.providerMetadata !== undefined) output.providerMetadata = part.providerMetadata
    return [{ ...part, id } as TextStreamPart]
  }

  async #startInput(part: Of<'tool-input-start'>): Promise<TextStreamPart[]> {
    const id = uniqueCallId(this.#run, { ...part, toolCallId: part.id })
    this.#callIds.set(part.id, id)
    this.#called.delete(part.id)
    this.#inputNames.set(part.id, part.toolName)
    const prepared = this.#step.tools.byName.get(part.toolName)
    const tool = prepared?.tool
    const dynamic = part.dynamic ?? prepared?.isDynamic ?? false
    const start = { ...part, id, dynamic, title: tool?.title, ...metadataOf(prepared) } as ToolInputStart
    if (tool?.onInputStart !== undefined) {
      await this.#run.notify(tool.onInputStart.bind(tool) as never, this.#callOptions(id, part.toolName))
    }
    return [start]
  }

  #addInput(part: Delta): TextStreamPart[] | Promise<TextStreamPart[]> {
    const { id: given, delta } = part
    const id = this.#callIds.get(given) ?? given
    if (delta !== '') this.#mark()
    const parts = [{ ...part, id } as unknown as TextStreamPart]
    const toolName = this.#inputNames.get(given)
    const tool = toolName === undefined ? undefined : this.#step.tools.byName.get(toolName)?.tool
    if (tool?.onInputDelta === undefined) return parts
    const event = Object.assign(this.#callOptions(id, toolName!), { inputTextDelta: delta })
    return Promise.resolve(this.#run.notify(tool.onInputDelta.bind(tool) as never, event)).then(() => parts)
  }

  async #call(call: Of<'tool-call'>): Promise<TextStreamPart[]> {
    const { toolCallId: given } = call
    this.#mark()
    const isKnown = this.#callIds.has(given) && !this.#called.has(given)
    const toolCallId = isKnown ? this.#callIds.get(given)! : uniqueCallId(this.#run, call)
    this.#called.add(given)
    this.#callIds.set(given, toolCallId)
    const read = await recordCall(this.#run, this.#step, toolCallId === given ? call : { ...call, toolCallId })
    if (read.error !== undefined) {
      if (call.providerExecuted) return [read.part]
      const failure = toToolError(read, true)
      this.#step.content.push(failure)
      return [read.part, failure]
    }
    const tool = read.prepared?.tool
    if (tool?.onInputAvailable !== undefined && call.providerExecuted !== true) {
      const event = Object.assign(this.#callOptions(toolCallId, call.toolName), { input: read.part.input })
      await this.#run.notify(tool.onInputAvailable.bind(tool) as never, event)
    }
    return [read.part]
  }

  async #finish({ finishReason, usage, providerMetadata }: Of<'finish'>): Promise<TextStreamPart[]> {
    const step = this.#step
    this.isFinished = true
    step.finishReason = finishReason
    step.usage = toUsage(usage, this.#run.model.aiVersion)
    step.providerMetadata = providerMetadata
    step.performance = step.timer.measure(step.usage, true)
    await announce(this.#run, 'onLanguageModelCallEnd', () => callEndEvent(this.#run, step))
    try {
      if (this.#removed.size > 0) throw violatedNone(step)
      assertChoice(step)
      return []
    } catch (error) {
      return this.#fail(error)
    }
  }

  /** The answer ends with an error: no call of it is run. */
  #fail(error: unknown): TextStreamPart[] {
    this.isFinished = true
    this.#step.finishReason = { unified: 'error', raw: this.#step.finishReason.raw }
    return [{ type: 'error', error }]
  }

  #mark(isStreamed = true): void {
    this.hasOutput = true
    this.#step.timer.mark()
    if (isStreamed) this.#onOutput?.()
  }

  /** A part that is streamed as it is recorded. */
  async #whole(part: Parameters<typeof toContent>[1]): Promise<TextStreamPart[]> {
    const isFile = part.type === 'file' || part.type === 'reasoning-file'
    if (isFile) this.#mark()
    const content = await toContent(this.#step, part, this.#callIds, true)
    if (content === undefined) return []
    const isPreliminary = content.type === 'tool-result' && content.preliminary === true
    if (!isPreliminary) this.#step.content.push(content)
    return [(isFile ? { providerMetadata: undefined, ...content } : content) as TextStreamPart]
  }

  #callOptions(toolCallId: string, toolName: string): ReturnType<typeof callOptionsFor> {
    return callOptionsFor(this.#run, this.#step, toolCallId, toolName)
  }
}
