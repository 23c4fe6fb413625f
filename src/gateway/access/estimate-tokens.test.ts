import { expect, test } from 'vitest'
import type { ModelCallOptions } from '../../models/versions/language-model.ts'
import { estimateTokens } from './estimate-tokens.ts'

const said = (content: string): ModelCallOptions => ({ prompt: [{ role: 'user', content }] })

test('a token has about four characters', () => {
  const empty = estimateTokens(said(''), 1)
  expect(estimateTokens(said('x'.repeat(4_000)), 1) - empty).toBe(1_000)
})

test('what the model may write counts for each answer', () => {
  const short = estimateTokens(said('Hi'), 1)
  expect(estimateTokens({ ...said('Hi'), maxOutputTokens: 100 }, 3) - short).toBe(300)
})

test('a client that allows billions of tokens reserves the longest answer that there is (X171)', () => {
  const short = estimateTokens(said('Hi'), 1)
  expect(estimateTokens({ ...said('Hi'), maxOutputTokens: 2 ** 31 - 1 }, 8) - short).toBe(8 * 65_536)
})

test('a file has a thousand tokens, however large it is', () => {
  const options = (data: string): ModelCallOptions => ({
    prompt: [{ role: 'user', content: [{ type: 'file', mediaType: 'image/png', data }] }],
  })
  expect(estimateTokens(options('x'.repeat(1_000_000)), 1)).toBe(estimateTokens(options('x'), 1))
  expect(estimateTokens(options('x'), 1)).toBeGreaterThan(1_000)
})

test('tools and calls count, signatures do not', () => {
  const tool = (description: string) => ({ type: 'function' as const, name: 'f', description, inputSchema: {} })
  const withTool = (text: string) => estimateTokens({ ...said('Hi'), tools: [tool(text)] }, 1)
  expect(withTool('x'.repeat(400)) - withTool('')).toBe(100)
  const call = (input: string, signature: string): ModelCallOptions => ({
    prompt: [
      {
        role: 'assistant',
        content: [
          {
            type: 'tool-call',
            toolCallId: 'c',
            toolName: 'f',
            input,
            providerOptions: { google: { thoughtSignature: signature } },
          },
        ],
      },
    ],
  })
  expect(estimateTokens(call('x'.repeat(400), ''), 1) - estimateTokens(call('', ''), 1)).toBe(100)
  expect(estimateTokens(call('', 'x'.repeat(400)), 1)).toBe(estimateTokens(call('', ''), 1))
})
