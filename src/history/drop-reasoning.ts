import type { AnyModelMessage, MessageJson, ProviderOptions } from '../core/message.ts'
import { type AnyPart, isReasoning, partsOf, withParts } from './entry.ts'

/**
 * An assistant message without its reasoning; undefined where nothing is left. Ids of stored items go too, where the reasoning had
 * one of the same provider: the provider looks them up, and asks for the reasoning that belongs to them.
 */
export function dropReasoning<M extends AnyModelMessage>(message: M): M | undefined {
  if (message.role !== 'assistant') return message
  const parts = partsOf(message)
  const dropped = parts.filter(isReasoning)
  if (dropped.length === 0) return message
  const providers = new Set(dropped.flatMap((part) => Object.keys(itemOptions(part))))
  const kept = parts.filter((part) => !isReasoning(part)).map((part) => withoutItemIds(part, providers))
  return kept.length === 0 ? undefined : withParts(message, kept)
}

/** Options that name a stored item, by provider. */
function itemOptions(part: AnyPart): ProviderOptions {
  const options = 'providerOptions' in part ? (part.providerOptions ?? {}) : {}
  return Object.fromEntries(Object.entries(options).filter(([, data]) => data?.['itemId'] !== undefined))
}

function withoutItemIds(part: AnyPart, providers: ReadonlySet<string>): AnyPart {
  const named = Object.keys(itemOptions(part)).filter((provider) => providers.has(provider))
  if (named.length === 0 || !('providerOptions' in part)) return part
  const providerOptions: Record<string, { [key: string]: MessageJson | undefined }> = { ...part.providerOptions }
  for (const provider of named) {
    const { itemId: _, ...rest } = providerOptions[provider]!
    providerOptions[provider] = rest
  }
  return { ...part, providerOptions } as AnyPart
}
