import type { AnyAssistantPart, AnyModelMessage, ProviderOptions } from '../../core/message.ts'
import { isApiCallError } from '../../models/http/api-call-error.ts'
import type { ChatRequest } from '../protocols/chat-completions/read.ts'

/**
 * Whether Gemini refuses a thought signature. They are bound to an endpoint, an account and a family of models, and show none of it: a
 * client that kept one may send it with another model, or to a gateway with another key.
 */
export function isSignatureRefusal(error: unknown): boolean {
  return isApiCallError(error) && error.statusCode === 400 && /thought.?signature/i.test(error.message)
}

/** The request without signatures. The model's codec puts the documented bypass where there must be one. Undefined: there are none. */
export function dropSignatures(request: ChatRequest): ChatRequest | undefined {
  const { prompt } = request.options
  const unsigned = prompt.map(withoutSignatures)
  if (unsigned.every((message, index) => message === prompt[index])) return undefined
  return {
    ...request,
    options: { ...request.options, prompt: unsigned },
    repaired: [...request.repaired, 'drop-signatures'],
  }
}

function withoutSignatures(message: AnyModelMessage): AnyModelMessage {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message
  const content = message.content.map(withoutSignature)
  return content.some((part, index) => part !== message.content[index]) ? { ...message, content } : message
}

function withoutSignature(part: AnyAssistantPart): AnyAssistantPart {
  if (part.type === 'tool-approval-request' || !isSigned(part.providerOptions)) return part
  return { ...part, providerOptions: unsignedOptions(part.providerOptions) }
}

function isSigned(options: ProviderOptions | undefined): options is ProviderOptions {
  return options !== undefined && Object.values(options).some((own) => own?.['thoughtSignature'] !== undefined)
}

function unsignedOptions(options: ProviderOptions): ProviderOptions {
  const entries = Object.entries(options).map(([issuer, own]) => {
    const { thoughtSignature: _signature, family: _family, ...rest } = own ?? {}
    return [issuer, rest]
  })
  return Object.fromEntries(entries) as ProviderOptions
}
