import type { RunnableStreamPart } from '../../models/versions/any-model.ts'
import { mapStream } from '../../models/versions/map-stream.ts'
import type { LanguageModelMiddleware, MiddlewareResult, MiddlewareStream } from './language-model-middleware.ts'

/** Removes a Markdown fence around JSON. `transform` replaces that by a function of the whole text. */
export function extractJsonMiddleware({
  transform,
}: {
  readonly transform?: ((text: string) => string) | undefined
} = {}): LanguageModelMiddleware {
  return {
    specificationVersion: 'v4',
    wrapGenerate: async ({ doGenerate }) => {
      const apply = transform ?? removeFence
      const result: MiddlewareResult & { readonly structuredOutputText?: string } = await doGenerate()
      const content = result.content.map((part) => (part.type === 'text' ? { ...part, text: apply(part.text) } : part))
      if (result.structuredOutputText === undefined) return { ...result, content }
      return { ...result, content, structuredOutputText: apply(result.structuredOutputText) }
    },
    wrapStream: async ({ doStream }) => {
      const { stream, ...rest }: MiddlewareStream = await doStream()
      const blocks = new Map<string, Block>()
      return { stream: mapStream(stream, (part, push) => extract(part, push, blocks, transform)), ...rest }
    },
  }
}

type Push = (part: RunnableStreamPart) => void
type StartPart = Extract<RunnableStreamPart, { type: 'text-start' }>

/** A block of text. Its start is sent with its first text, because the fence may be all of it. */
interface Block {
  readonly start: RunnableStreamPart
  /** Text that may still turn out to be part of a fence. */
  waiting: string
  isStarted: boolean
  hadFence: boolean
}

function extract(
  part: RunnableStreamPart,
  push: Push,
  blocks: Map<string, Block>,
  transform: ((text: string) => string) | undefined,
): void {
  if (part.type === 'text-start') {
    blocks.set(part.id, { start: part as StartPart, waiting: '', isStarted: false, hadFence: false })
    return
  }
  const block = part.type === 'text-delta' || part.type === 'text-end' ? blocks.get(part.id) : undefined
  if (block === undefined) {
    push(part)
  } else if (part.type === 'text-delta') {
    block.waiting += part.delta
    // A transform of the caller needs the whole text.
    if (transform === undefined) addText(part.id, block, push)
  } else if (part.type === 'text-end') {
    endBlock(part.id, block, push, transform)
    push(part)
    blocks.delete(part.id)
  }
}

function addText(id: string, block: Block, push: Push): void {
  if (!block.isStarted && !canStart(block)) return
  if (!block.isStarted) {
    block.isStarted = true
    push(block.start)
  }
  const end = whereFenceMayBegin(block.waiting)
  const delta = block.waiting.slice(0, end)
  block.waiting = block.waiting.slice(end)
  if (delta !== '') push({ type: 'text-delta', id, delta })
}

/** Whether it is clear where the text begins. Removes the fence in front of it. */
function canStart(block: Block): boolean {
  const { waiting } = block
  if (!waiting.startsWith('`')) return waiting !== ''
  if (waiting.length < 3) return false
  if (!waiting.startsWith('```')) return true
  if (!waiting.includes('\n')) return false
  const fence = /^```(?:json)?\s*\n/.exec(waiting)
  if (fence !== null) {
    block.waiting = waiting.slice(fence[0].length)
    block.hadFence = true
  }
  return true
}

function endBlock(id: string, block: Block, push: Push, transform: ((text: string) => string) | undefined): void {
  if (!block.isStarted) push(block.start)
  const rest =
    transform !== undefined
      ? transform(block.waiting)
      : block.isStarted
        ? removeClosingFence(block.waiting)
        : removeFence(block.waiting)
  if (rest !== '') push({ type: 'text-delta', id, delta: rest })
}

function removeFence(text: string): string {
  const withoutOpening = text.replace(/^```(?:json)?\s*\n?/, '')
  return withoutOpening.slice(0, closingFenceOf(withoutOpening)).trim()
}

function removeClosingFence(text: string): string {
  return text.slice(0, closingFenceOf(text)).trimEnd()
}

/** Where a closing fence, and the line end in front of it, begin; the length of the text where there is none. */
function closingFenceOf(text: string): number {
  const end = text.trimEnd().length
  if (!text.slice(0, end).endsWith('```')) return text.length
  return text[end - 4] === '\n' ? end - 4 : end - 3
}

/** From here on, the text may be space in front of a fence, or the fence. */
function whereFenceMayBegin(text: string): number {
  let index = text.trimEnd().length
  let ticks = 0
  while (ticks < 3 && index > 0 && text[index - 1] === '`') {
    index -= 1
    ticks += 1
  }
  return ticks === 0 ? index : text.slice(0, index).trimEnd().length
}
