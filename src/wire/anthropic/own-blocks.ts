import { isPlainObject, setOwn } from '../../core/json.ts'
import type { ProviderOptions } from '../../core/message.ts'
import type { ProviderMetadata, ReplyJson } from '../model-reply.ts'
import type { Block } from './cache-control.ts'

type Fields = Readonly<Record<string, unknown>>

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
  const metadata = {
    ...(block['type'] === 'tool_use' ? {} : { blockType: block['type'] as string }),
    ...(more.length === 0 ? {} : { blockFields: Object.fromEntries(more) as Record<string, ReplyJson> }),
  }
  return Object.keys(metadata).length === 0 ? {} : { providerMetadata: { anthropic: metadata } }
}

/** The fields without a neutral form, to send back. */
export function blockFields(options: ProviderOptions | undefined): Block {
  const fields = options?.['anthropic']?.['blockFields']
  return isPlainObject(fields) ? (fields as Block) : {}
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
