import { isPlainObject, type Json } from '../../core/json.ts'
import type { ProviderOptions } from '../../core/message.ts'
import type { Warn } from '../model-request.ts'

/** An open block. */
export type Block = Record<string, Json>

/** The cache mark of a message, a part or a tool, in either spelling. */
export function cacheControlOf(options: ProviderOptions | undefined): Json | undefined {
  const own = options?.['anthropic']
  const mark = own?.['cacheControl'] ?? own?.['cache_control']
  return isPlainObject(mark) ? (mark as Json) : undefined
}

/** Puts a mark on a block. Thoughts cannot be marked. */
export function markBlock(block: Block | undefined, mark: Json | undefined): void {
  if (block === undefined || mark === undefined || block['cache_control'] !== undefined) return
  if (block['type'] !== 'thinking' && block['type'] !== 'redacted_thinking') block['cache_control'] = mark
}

/** "A maximum of 4 blocks with cache_control may be provided." */
const mostMarks = 4

/**
 * Removes marks that exceed the API's limit. A mark covers everything before it, so the earliest marks of messages are worth least, then
 * those of the system, then those of the tools.
 */
export function limitMarks(
  { tools, system, messages }: Readonly<Record<'tools' | 'system' | 'messages', readonly Block[]>>,
  isCallMarked: boolean,
  warn: Warn,
): void {
  const marked = [...messages, ...system, ...tools].filter((block) => block['cache_control'] !== undefined)
  // The API puts a mark of the whole call on the last block.
  const total = marked.length + (isCallMarked ? 1 : 0)
  const excess = marked.slice(0, Math.max(0, total - mostMarks))
  for (const block of excess) delete block['cache_control']
  if (excess.length === 0) return
  const details = `Anthropic takes ${mostMarks} cache marks; ${total} were set. The earliest were left out.`
  warn({ type: 'unsupported', feature: 'cacheControl', details })
}
