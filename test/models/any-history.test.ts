import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnyModelMessage } from '../../src/core/message.ts'
import { anthropic } from '../../src/models/anthropic/anthropic.ts'
import { openai } from '../../src/models/openai/openai.ts'
import type { LanguageModel, ModelFunctionTool } from '../../src/models/versions/language-model.ts'
import { arbitraryHistory } from '../history/arbitrary-history.ts'
import { isWhole } from '../test-level.ts'
import { runSteps } from './run-steps.ts'
import { createStrictAnthropic } from './strict-anthropic-server.ts'
import { createStrictOpenai } from './strict-openai-server.ts'

const apiKey = 'sk-ant-test-key'
const tools: ModelFunctionTool[] = ['search', 'read', 'write'].map((name) => ({
  type: 'function',
  name,
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
}))
const runs = { numRuns: Number(process.env['TOOLFIT_RUNS'] ?? (isWhole ? 300 : 60)), seed: 42 }

/** Thoughts with a signature that our server did not make are refused, as they would be by Anthropic: not what is tried here. */
function withoutForeignThoughts(messages: readonly AnyModelMessage[]): AnyModelMessage[] {
  return JSON.parse(JSON.stringify(messages), (key, value: unknown) =>
    key === 'signature' ? undefined : value,
  ) as AnyModelMessage[]
}

/** A conversation in which nobody says anything is refused by everybody, and rightly so. */
function saysSomething(messages: readonly AnyModelMessage[]): boolean {
  return messages.some(({ role, content }) => {
    const texts = typeof content === 'string' ? [content] : content.map((part) => ('text' in part ? part.text : ''))
    return role === 'user' && texts.some((text) => text.trim() !== '')
  })
}

describe('any history, broken ones too', () => {
  test('is sent to OpenAI so that a strict server takes it', async () => {
    const server = createStrictOpenai()
    const model = openai('gpt-5.2', { apiKey, maxRetries: 0, fetch: server.fetch })
    await fc.assert(
      fc.asyncProperty(arbitraryHistory, async (prompt) => {
        fc.pre(saysSomething(prompt))
        await model.doGenerate({ prompt, tools })
      }),
      runs,
    )
  })

  test('is sent to Anthropic so that a strict server takes it', async () => {
    const server = createStrictAnthropic()
    const model = anthropic('claude-sonnet-4-5', { apiKey, maxRetries: 0, fetch: server.fetch })
    await fc.assert(
      fc.asyncProperty(arbitraryHistory, async (history) => {
        const prompt = withoutForeignThoughts(history)
        fc.pre(saysSomething(prompt))
        await model.doGenerate({ prompt, tools })
      }),
      runs,
    )
  })
})

test('a conversation with tools goes from OpenAI to Anthropic to Kimi and back, with nothing lost', async () => {
  const servers = {
    openai: createStrictOpenai(),
    anthropic: createStrictAnthropic(),
    kimi: createStrictOpenai({ wantsReasoning: true, thinks: 'Hm.' }),
  }
  const models: LanguageModel[] = [
    openai('gpt-5.2', { apiKey, fetch: servers.openai.fetch }),
    anthropic('claude-sonnet-4-5', { apiKey, fetch: servers.anthropic.fetch }),
    openai('kimi-k2.6', { preset: 'kimi', apiKey, fetch: servers.kimi.fetch }),
    openai('gpt-5.2', { apiKey, fetch: servers.openai.fetch }),
  ]
  let messages: AnyModelMessage[] = []
  const record: ModelFunctionTool = {
    type: 'function',
    name: 'files.read',
    inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  }
  for (const [index, model] of models.entries()) {
    const said: AnyModelMessage = { role: 'user', content: [{ type: 'text', text: `Question ${index}` }] }
    const thinking = { anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 } } }
    const toolChoice = { type: 'auto' } as const
    const options = { prompt: [...messages, said], tools: [record], toolChoice, providerOptions: thinking }
    messages = (await runSteps(model, options, { stream: index % 2 === 1 })).messages
  }
  const last = JSON.stringify(servers.openai.requests.at(-1)!['messages'])
  for (const index of models.keys()) expect(last).toContain(`Question ${index}`)
  expect(last.match(/"name":"files_read"/g)?.length).toBe(last.match(/"tool_call_id"/g)?.length)
  expect(last).not.toContain('signature-of')
  const kimi = JSON.stringify(servers.kimi.requests)
  expect(kimi).not.toContain('hidden-thought')
})
