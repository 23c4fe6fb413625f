import { asFields, type Fields, isPlainObject, type Json, present, setOwn } from '../../core/json.ts'
import type { ProviderOptions } from '../../core/message.ts'
import type { ProviderMetadata, ReplyJson } from '../model-reply.ts'
import type { Warn } from '../model-request.ts'

/** `tool_use`, and `server_tool_use`, `mcp_tool_use` …: a call. All but the first are of tools that Anthropic runs. */
export function isCall({ type, id, name }: Fields): boolean {
  if (type === 'tool_use') return true
  return typeof type === 'string' && type.endsWith('_tool_use') && typeof id === 'string' && typeof name === 'string'
}

/** `web_search_tool_result`, `mcp_tool_result` …: the result of a tool that Anthropic ran. */
export function isOwnResult({ type, tool_use_id: id }: Fields): boolean {
  return typeof type === 'string' && type.endsWith('_tool_result') && typeof id === 'string'
}

/** Of a block of any other kind, only Anthropic knows what it is for. It is kept whole, and goes back as it came. */
export function opaqueMetadata(block: Fields): ProviderMetadata {
  return { anthropic: { block: block as Record<string, ReplyJson> } }
}

/** The whole block that a part stands for. */
export function opaqueBlock(options: ProviderOptions | undefined): Block | undefined {
  const block = options?.['anthropic']?.['block']
  return isPlainObject(block) && typeof block['type'] === 'string' ? ({ ...block } as Block) : undefined
}

/** Adds a delta to a block of an unknown kind: texts are joined to texts, every other field replaces that of the block. */
export function joinDelta(block: Record<string, unknown>, { type: _type, ...fields }: Fields): void {
  for (const [key, value] of Object.entries(fields)) {
    const known = block[key]
    setOwn(block, key, typeof known === 'string' && typeof value === 'string' ? known + value : value)
  }
}

const callFields: ReadonlySet<string> = new Set(['type', 'id', 'name', 'input'])
const resultFields: ReadonlySet<string> = new Set(['type', 'tool_use_id', 'content'])

/** How a call or a result differs from a plain one: the kind of its block, and the fields that have no neutral form (`caller`, `server_name`). */
export function blockMetadata(block: Fields): { providerMetadata?: ProviderMetadata } {
  const known = isOwnResult(block) ? resultFields : callFields
  const more = Object.entries(block).filter(([key, value]) => !known.has(key) && value !== undefined)
  const metadata = present({
    blockType: block['type'] === 'tool_use' ? undefined : (block['type'] as string),
    blockFields: more.length === 0 ? undefined : (Object.fromEntries(more) as Record<string, ReplyJson>),
  })
  return Object.keys(metadata).length === 0 ? {} : { providerMetadata: { anthropic: metadata } }
}

/** The fields without a neutral form, to send back. */
export function blockFields(options: ProviderOptions | undefined): Block {
  return asFields(options?.['anthropic']?.['blockFields']) as Block
}

/** Blocks of the API's plain messages. Anthropic alone writes all others. */
const plain: ReadonlySet<unknown> = new Set(['text', 'image', 'document', 'tool_use', 'tool_result'])

export function isThought({ type }: Fields): boolean {
  return type === 'thinking' || type === 'redacted_thinking'
}

/** A tool that Anthropic ran, its result, or a block of an unknown kind. */
export function isOwnBlock(block: Fields): boolean {
  return !plain.has(block['type']) && !isThought(block)
}

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
  warn('cacheControl', details)
}
