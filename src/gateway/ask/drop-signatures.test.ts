import { describe, expect, test } from 'vitest'
import type { AnyModelMessage } from '../../core/message.ts'
import type { ChatRequest } from '../protocols/chat-completions/read.ts'
import { dropSignatures } from './drop-signatures.ts'

function requestOf(prompt: readonly AnyModelMessage[]): ChatRequest {
  return {
    modelId: 'gemini-3-flash-preview',
    options: { prompt },
    stream: false,
    includesUsage: false,
    count: 1,
    logprobs: false,
    isSingle: false,
    isLegacy: false,
    ignored: [],
    repaired: ['drop-orphans'],
  }
}

const question: AnyModelMessage = { role: 'user', content: 'Hi.' }

describe('dropSignatures', () => {
  test('takes the signatures of texts and calls, whoever issued them, and leaves all else', () => {
    const toolfit = { wire: { by: 'vertex' } }
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} } as const
    const request = requestOf([
      question,
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Wait.', providerOptions: { google: { thoughtSignature: 'c2ln', family: '3.0' } } },
          { ...call, providerOptions: { vertex: { thoughtSignature: 'c2ln', other: 1 }, toolfit } },
        ],
      },
    ])
    const dropped = dropSignatures(request)
    expect(dropped?.options.prompt).toEqual([
      question,
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Wait.', providerOptions: { google: {} } },
          { ...call, providerOptions: { vertex: { other: 1 }, toolfit } },
        ],
      },
    ])
    expect(dropped?.repaired).toEqual(['drop-orphans', 'drop-signatures'])
  })

  test('has nothing to offer where nothing is signed', () => {
    expect(dropSignatures(requestOf([question, { role: 'assistant', content: 'Hello.' }]))).toBeUndefined()
    const content = [{ type: 'text', text: 'Hello.', providerOptions: { openai: { id: 'a' } } } as const]
    expect(dropSignatures(requestOf([question, { role: 'assistant', content }]))).toBeUndefined()
  })
})
