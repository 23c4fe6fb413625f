import type { RunnableContent, RunnableStreamPart } from '../../models/versions/any-model.ts'
import { mapStream } from '../../models/versions/map-stream.ts'
import { InvalidArgumentError } from '../errors/value-errors.ts'
import type { LanguageModelMiddleware, MiddlewareResult, MiddlewareStream } from './language-model-middleware.ts'

interface Tags {
  readonly opening: string
  readonly closing: string
  readonly separator: string
  readonly startsWithReasoning: boolean
}

/**
 * Turns text between two tags (`<think>…</think>`) into reasoning.
 *
 * @param options.separator Between pieces of text, and between pieces of reasoning, that stood apart.
 * @param options.startWithReasoning For models that leave the opening tag out.
 *
 * @example
 * ```ts
 * import { extractReasoningMiddleware, generateText, wrapLanguageModel } from 'toolfit'
 * import { emulatedGemini } from 'toolfit/testing'
 *
 * const { model } = emulatedGemini(['<think>It is July.</think>Sunny.'])
 * const thinking = wrapLanguageModel({ model, middleware: extractReasoningMiddleware({ tagName: 'think' }) })
 * const { text, reasoningText } = await generateText({ model: thinking, prompt: 'Rome?' })
 * text // 'Sunny.'
 * reasoningText // 'It is July.'
 * ```
 */
export function extractReasoningMiddleware({
  tagName,
  separator = '\n',
  startWithReasoning = false,
}: {
  readonly tagName: string | { readonly opening: string; readonly closing: string }
  readonly separator?: string | undefined
  readonly startWithReasoning?: boolean | undefined
}): LanguageModelMiddleware {
  const { opening, closing } =
    typeof tagName === 'string' ? { opening: `<${tagName}>`, closing: `</${tagName}>` } : tagName
  if (opening === '' || closing === '') {
    const message = 'Reasoning delimiters must not be empty.'
    throw new InvalidArgumentError({ parameter: 'tagName', value: tagName, message })
  }
  const tags = { opening, closing, separator, startsWithReasoning: startWithReasoning }
  return {
    specificationVersion: 'v4',
    wrapGenerate: async ({ doGenerate }) => {
      const result: MiddlewareResult & { readonly structuredOutputText?: string } = await doGenerate()
      const content = result.content.flatMap((part) => splitPart(part, tags))
      if (result.structuredOutputText === undefined) return { ...result, content }
      return { ...result, content, structuredOutputText: split(result.structuredOutputText, tags).text }
    },
    wrapStream: async ({ doStream }) => {
      const { stream, ...rest }: MiddlewareStream = await doStream()
      const splitter = new StreamSplitter(tags)
      return { stream: mapStream(stream, (part, push) => splitter.take(part, push)), ...rest }
    },
  }
}

function splitPart(part: RunnableContent, tags: Tags): RunnableContent[] {
  if (part.type !== 'text') return [part]
  const { text, reasoning } = split(part.text, tags)
  if (reasoning === undefined) return [part]
  return [
    { type: 'reasoning', text: reasoning },
    { type: 'text', text },
  ]
}

/** The text without what stands between tags, and that. */
function split(whole: string, { opening, closing, separator, startsWithReasoning }: Tags) {
  const source = startsWithReasoning ? opening + whole : whole
  const texts: string[] = []
  const reasonings: string[] = []
  let index = 0
  for (;;) {
    const start = source.indexOf(opening, index)
    const end = start === -1 ? -1 : source.indexOf(closing, start + opening.length)
    if (end === -1) break
    texts.push(source.slice(index, start))
    reasonings.push(source.slice(start + opening.length, end))
    index = end + closing.length
  }
  if (reasonings.length === 0) return { text: whole, reasoning: undefined }
  // Where the reasoning stood, unless nothing stood before it, or nothing follows.
  const text = texts.reduceRight((after, before, at) => {
    const isBetween = (at > 0 || before !== '') && after !== ''
    return isBetween ? before + separator + after : before + after
  }, source.slice(index))
  return { text, reasoning: reasonings.join(separator) }
}

type Push = (part: RunnableStreamPart) => void

/** A block of text of the stream. */
interface Block {
  /** Sent with the first text, because reasoning may come first. */
  start: RunnableStreamPart | undefined
  /** Text that may be the beginning of a tag. */
  waiting: string
  isReasoning: boolean
  hasSwitched: boolean
  hadReasoning: boolean
  hadText: boolean
  reasoningId: string | undefined
}

class StreamSplitter {
  readonly #tags: Tags
  readonly #starts = new Map<string, RunnableStreamPart>()
  readonly #blocks = new Map<string, Block>()
  #reasonings = 0

  constructor(tags: Tags) {
    this.#tags = tags
  }

  take(part: RunnableStreamPart, push: Push): void {
    if (part.type === 'text-start') {
      this.#starts.set(part.id, part)
    } else if (part.type === 'text-delta') {
      const block = this.#blockOf(part.id)
      block.waiting += part.delta
      this.#read(part.id, block, push)
    } else if (part.type === 'text-end') {
      const block = this.#blockOf(part.id)
      this.#publish(part.id, block, block.waiting, push)
      block.waiting = ''
      sendStart(block, push)
      push(part)
    } else {
      push(part)
    }
  }

  #blockOf(id: string): Block {
    let block = this.#blocks.get(id)
    if (block === undefined) {
      block = {
        start: undefined,
        waiting: '',
        isReasoning: this.#tags.startsWithReasoning,
        hasSwitched: false,
        hadReasoning: false,
        hadText: false,
        reasoningId: undefined,
      }
      this.#blocks.set(id, block)
    }
    block.start = this.#starts.get(id) ?? block.start
    this.#starts.delete(id)
    return block
  }

  #read(id: string, block: Block, push: Push): void {
    for (;;) {
      const tag = block.isReasoning ? this.#tags.closing : this.#tags.opening
      const at = whereTagMayBegin(block.waiting, tag)
      this.#publish(id, block, block.waiting.slice(0, at), push)
      block.waiting = block.waiting.slice(at)
      if (!block.waiting.startsWith(tag)) return
      block.waiting = block.waiting.slice(tag.length)
      if (block.isReasoning) this.#endReasoning(block, push)
      block.isReasoning = !block.isReasoning
      block.hasSwitched = true
    }
  }

  #endReasoning(block: Block, push: Push): void {
    // Reasoning without text has not begun yet.
    if (!block.hadReasoning) push({ type: 'reasoning-start', id: this.#reasoningIdOf(block) })
    push({ type: 'reasoning-end', id: this.#reasoningIdOf(block) })
    block.reasoningId = undefined
  }

  #publish(id: string, block: Block, text: string, push: Push): void {
    if (text === '') return
    const isFirst = block.isReasoning ? !block.hadReasoning : !block.hadText
    const delta = block.hasSwitched && !isFirst ? this.#tags.separator + text : text
    if (block.isReasoning) {
      const reasoningId = this.#reasoningIdOf(block)
      if (block.hasSwitched || isFirst) push({ type: 'reasoning-start', id: reasoningId })
      push({ type: 'reasoning-delta', id: reasoningId, delta })
      block.hadReasoning = true
    } else {
      sendStart(block, push)
      push({ type: 'text-delta', id, delta })
      block.hadText = true
    }
    block.hasSwitched = false
  }

  #reasoningIdOf(block: Block): string {
    block.reasoningId ??= `reasoning-${this.#reasonings++}`
    return block.reasoningId
  }
}

function sendStart(block: Block, push: Push): void {
  if (block.start !== undefined) push(block.start)
  block.start = undefined
}

/** Where a tag begins, or the text ends with the beginning of one; the length of the text where neither is so. */
function whereTagMayBegin(text: string, tag: string): number {
  const found = text.indexOf(tag)
  if (found !== -1) return found
  for (let index = Math.max(0, text.length - tag.length + 1); index < text.length; index += 1) {
    if (tag.startsWith(text.slice(index))) return index
  }
  return text.length
}
