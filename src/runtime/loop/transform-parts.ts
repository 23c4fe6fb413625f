import { ToolfitError } from '../../core/errors.ts'
import { asAiSdkError } from '../../models/http/api-call-error.ts'
import type { AnyTool, ToolSet } from '../../tools/tool.ts'
import type { ContentPart } from '../result/content.ts'
import type { Step } from '../result/step.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import { errorOutput, toModelOutput } from '../result/tool-output.ts'
import { sumUsage } from '../result/usage.ts'
import { copyAll } from '../result/with-hidden.ts'
import type { StreamTextTransform } from '../run/options.ts'
import type { OpenStep, Run } from '../run/run.ts'
import type { PartSource } from '../transform/hold-text.ts'
import { reportStep, stepOf } from './loop.ts'
import { GrowingText } from './part-digest.ts'
import { toResponseMessages } from './response-messages.ts'

/**
 * Sends the parts of a loop through transforms. Steps, their messages and the result of the run are made of what comes out; tools run
 * on what goes in. The loop goes on with its next step when the end of a step has come out.
 */
export function transformParts(
  run: Run,
  loop: AsyncGenerator<TextStreamPart>,
  transforms: readonly StreamTextTransform[],
): PartSource {
  const recorder = new TransformedSteps(run)
  const source = openSource(loop, (part) => recorder.see(part))
  const tools = (run.options.tools ?? {}) as ToolSet
  const stopStream = () => source.stop()
  let stream = source.stream
  for (const create of transforms) stream = stream.pipeThrough(create({ tools, stopStream }))
  const reader = stream.getReader()
  let isStepOver = false
  // A read that a failure interrupted gets the next part.
  let reading: ReturnType<typeof reader.read> | undefined
  const read = async (...interrupts: Promise<never>[]) => {
    reading ??= reader.read()
    const result = await Promise.race([reading, ...interrupts])
    reading = undefined
    return result
  }
  return {
    async next() {
      await recorder.report()
      // The loop goes on when the reader has seen the end of its step.
      if (isStepOver) source.goOn()
      isStepOver = false
      const { done, value } = await read(source.failure)
      if (done) {
        recorder.end()
        return { done, value: undefined }
      }
      await recorder.add(value)
      isStepOver = value.type === 'finish-step'
      return { done: false, value }
    },
    async *end(part) {
      if (!source.push(part)) return yield part
      for (let result = await read(); !result.done; result = await read()) yield result.value
    },
  }
}

interface Source {
  readonly stream: ReadableStream<TextStreamPart>
  /** Rejects when the loop fails. The stream stays open for the part that says so. */
  readonly failure: Promise<never>
  /** Adds the last part. False where the stream is over. */
  push(part: TextStreamPart): boolean
  /** The end of a step was recorded. */
  goOn(): void
  stop(): void
}

function openSource(loop: AsyncGenerator<TextStreamPart>, see: (part: TextStreamPart) => void): Source {
  let controller: ReadableStreamDefaultController<TextStreamPart>
  let isOpen = true
  let fail = (_: unknown) => {}
  let goOn = () => {}
  let recorded: Promise<void> | undefined
  const failure = new Promise<never>((_, reject) => {
    fail = reject
  })
  // It is awaited with the next read.
  failure.catch(() => undefined)
  const close = () => {
    if (isOpen) controller.close()
    isOpen = false
  }
  const pull = async () => {
    await recorded
    const { done, value } = await loop.next()
    if (!isOpen) return
    if (done) return close()
    see(value)
    if (value.type === 'finish-step') recorded = new Promise((resolve) => (goOn = resolve))
    controller.enqueue(value)
  }
  const stream = new ReadableStream<TextStreamPart>(
    {
      start(given) {
        controller = given
      },
      // A stream asks again only after a part, so nothing follows a failure but the part that is pushed.
      pull: () => pull().catch(fail),
      async cancel() {
        isOpen = false
        await loop.return(undefined)
      },
    },
    // Nothing is read ahead: `stopStream` ends the stream before the next part.
    { highWaterMark: 0 },
  )
  return {
    stream,
    failure,
    push(part) {
      if (!isOpen) return false
      controller.enqueue(part)
      close()
      return true
    },
    goOn: () => goOn(),
    stop() {
      close()
      // Ends the model's stream. A loop that waits for it ends later.
      loop.return(undefined).catch(() => undefined)
    },
  }
}

/** Records the steps of a run again, from what the transforms made of them. */
class TransformedSteps {
  readonly #run: Run
  readonly #steps: Step[] = []
  readonly #texts = new Map<string, { part: { text: string; providerMetadata?: unknown }; text: GrowingText }>()
  /** What calls and their results carried before the transforms, which may change parts in place. */
  readonly #seen = new Map<string, unknown>()
  #content: ContentPart[] = []
  #unreported: Step | undefined
  #finish: Extract<TextStreamPart, { type: 'finish' }> | undefined

  constructor(run: Run) {
    this.#run = run
  }

  /** A part that goes into the transforms. */
  see(part: TextStreamPart): void {
    if (isOfCall(part)) this.#seen.set(keyOf(part), carriedBy(part))
  }

  add(part: TextStreamPart): Promise<void> | void {
    switch (part.type) {
      case 'start-step':
        this.#content = []
        this.#texts.clear()
        break
      case 'text-start':
      case 'text-delta':
      case 'text-end':
        this.#write('text', part)
        break
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        this.#write('reasoning', part)
        break
      case 'tool-result':
        if (part.preliminary !== true) this.#content.push(part)
        break
      case 'file':
      case 'reasoning-file': {
        const { providerMetadata, ...file } = part
        this.#content.push(providerMetadata === undefined ? file : part)
        break
      }
      case 'custom':
      case 'source':
      case 'tool-call':
      case 'tool-error':
      case 'tool-approval-request':
      case 'tool-approval-response':
        this.#content.push(part)
        break
      case 'finish-step':
        return this.#close(part)
      case 'finish':
        this.#finish = part
    }
  }

  /** The result is that of the recorded steps, also where a transform ended the stream earlier than the loop. */
  end(): void {
    const { steps } = this.#run
    steps.splice(0, steps.length, ...this.#steps)
    this.#run.transformed = this.#finish ?? {
      finishReason: 'other',
      rawFinishReason: undefined,
      totalUsage: sumUsage({ steps: [], model: this.#run.model }),
    }
  }

  #write(
    kind: 'text' | 'reasoning',
    part: Extract<TextStreamPart, { type: `${'text' | 'reasoning'}-${'start' | 'delta' | 'end'}` }>,
  ): void {
    const key = `${kind} ${part.id}`
    let open = this.#texts.get(key)
    if (open === undefined || part.type.endsWith('start')) {
      const begun = { type: kind, text: '', providerMetadata: undefined } as unknown as Extract<
        ContentPart,
        { type: 'text' }
      >
      open = { part: begun, text: new GrowingText() }
      this.#texts.set(key, open)
      this.#content.push(begun)
    }
    if ('text' in part) open.text.push(part.text)
    if (part.providerMetadata !== undefined) open.part.providerMetadata = part.providerMetadata
  }

  async #close(part: Extract<TextStreamPart, { type: 'finish-step' }>): Promise<void> {
    for (const { part: written, text } of this.#texts.values()) written.text = text.toString()
    this.#texts.clear()
    const { finishReason, rawFinishReason, usage, providerMetadata } = part
    const content = this.#content
    this.#content = []
    const original = this.#run.steps[this.#steps.length]
    const open = (original === undefined ? this.#run.open : this.#run.closed)!
    const changed = content.filter(isOfCall).filter((part) => this.#seen.get(keyOf(part)) !== carriedBy(part))
    this.#seen.clear()
    const answers = await answersFor(open, content, changed)
    const messages = toResponseMessages({ ...open, content, answers, calls: callsOf(open, changed) })
    const base = original ?? stepOf(this.#run, open, messages)
    const response = { ...(part.response ?? base.response), messages }
    const step = Object.assign(copyAll(base), {
      content,
      finishReason,
      rawFinishReason,
      usage,
      performance: part.performance ?? base.performance,
      providerMetadata,
      response,
    })
    this.#steps.push(step)
    this.#replace(original, step)
    // The loop reports the steps that it ends itself.
    if (original === undefined) this.#unreported = step
  }

  /** Calls the listeners of a step that the loop did not end, after those of its last part. */
  async report(): Promise<void> {
    const step = this.#unreported
    this.#unreported = undefined
    if (step !== undefined) await reportStep(this.#run, step)
  }

  /** The next step of the loop, and the caller, see the transformed step. */
  #replace(original: Step | undefined, step: Step): void {
    const run = this.#run
    const { messages } = step.response
    const added = original?.response.messages.length ?? 0
    run.steps[this.#steps.length - 1] = step
    run.responseMessages.splice(run.responseMessages.length - added, added, ...messages)
    run.messages = [...run.messages.slice(0, run.messages.length - added), ...messages]
    if (original !== undefined) return
    run.closed = run.open
    run.open = undefined
  }
}

type PartOfCall = Extract<ContentPart, { type: 'tool-call' | 'tool-result' | 'tool-error' }>

function isOfCall(part: TextStreamPart | ContentPart): part is PartOfCall {
  return part.type === 'tool-call' || part.type === 'tool-result' || part.type === 'tool-error'
}

function keyOf({ type, toolCallId }: PartOfCall): string {
  return `${type} ${toolCallId}`
}

function carriedBy(part: PartOfCall): unknown {
  return part.type === 'tool-call' ? part.input : part.type === 'tool-result' ? part.output : part.error
}

/** The calls: the input of one that a transform changed takes the place of what the model sent. */
function callsOf({ calls }: OpenStep, changed: readonly PartOfCall[]): OpenStep['calls'] {
  const inputs = new Map(changed.map((part) => [keyOf(part), carriedBy(part)]))
  return calls.map((call) => ({ ...call, sent: inputs.get(keyOf(call.part)) ?? call.sent }))
}

/** The results for the model: of one that a transform changed, the model gets the change. */
async function answersFor(
  step: OpenStep,
  content: readonly ContentPart[],
  changed: readonly PartOfCall[],
): Promise<OpenStep['answers']> {
  const called = new Set(content.map((part) => part.type === 'tool-call' && part.toolCallId))
  const answers = new Map([...step.answers].filter(([toolCallId]) => called.has(toolCallId)))
  for (const part of changed) {
    if (part.type === 'tool-call') continue
    const { toolCallId, input } = part
    if (part.providerExecuted === true || !answers.has(toolCallId)) continue
    const tool = step.tools.byName.get(part.toolName)?.tool ?? ({} as AnyTool)
    const answer =
      part.type === 'tool-error'
        ? errorOutput(part.error)
        : await toModelOutput(tool, { toolCallId, input, output: part.output })
    answers.set(toolCallId, answer)
  }
  return answers
}

/** A transform stopped the stream before the end of the first step. `NoOutputGeneratedError.isInstance` of `ai` recognises it. */
export function nothingGenerated(): ToolfitError {
  const message = 'No output generated. Check the stream for errors.'
  return asAiSdkError(new ToolfitError('output-missing', message), 'AI_NoOutputGeneratedError')
}
