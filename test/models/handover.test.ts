import { describe, expect, test } from 'vitest'
import type { AnyModelMessage } from '../../src/core/message.ts'
import { createEmulator } from '../../src/emulator/app.ts'
import { anthropic } from '../../src/models/anthropic/anthropic.ts'
import { gemini } from '../../src/models/gemini/gemini.ts'
import { openai } from '../../src/models/openai/openai.ts'
import type { LanguageModel, ModelFunctionTool } from '../../src/models/versions/language-model.ts'
import { runSteps } from './run-steps.ts'
import { createStrictAnthropic } from './strict-anthropic-server.ts'
import { createStrictOpenai } from './strict-openai-server.ts'

const apiKey = 'sk-ant-test-key'
const thinking = { anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 } } }

/** A name that every provider fits in its own way, and a record, which Gemini gets as a list of entries. */
const tool: ModelFunctionTool = {
  type: 'function',
  name: 'files/read',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string' }, flags: { type: 'object', additionalProperties: { type: 'string' } } },
    required: ['path'],
  },
}

function createServers() {
  const servers = {
    openai: createStrictOpenai(),
    anthropic: createStrictAnthropic(),
    kimi: createStrictOpenai({ wantsReasoning: true, thinks: 'Thought of Kimi.' }),
  }
  const emulator = createEmulator()
  const models: Readonly<Record<string, LanguageModel>> = {
    openai: openai('gpt-5.2', { apiKey, fetch: servers.openai.fetch }),
    anthropic: anthropic('claude-sonnet-4-5', { apiKey, fetch: servers.anthropic.fetch }),
    kimi: openai('kimi-k2.6', { preset: 'kimi', apiKey, fetch: servers.kimi.fetch }),
    gemini: gemini('gemini-3.6-flash', { apiKey: 'any', fetch: (url, init) => emulator(new Request(url, init)) }),
  }
  return { servers, emulator, models }
}

describe.each([{ stream: false }, { stream: true }])('a conversation with tools, stream: $stream', ({ stream }) => {
  test.each([
    ['openai', 'gemini', 'anthropic', 'kimi', 'openai'],
    ['gemini', 'anthropic', 'gemini', 'openai', 'gemini'],
    ['anthropic', 'kimi', 'gemini', 'anthropic'],
  ])('goes from %s on to the others and comes back, with nothing lost', async (...route) => {
    const { servers, emulator, models } = createServers()
    const ways = route.filter((name) => typeof name === 'string')
    let messages: AnyModelMessage[] = []
    for (const [index, name] of ways.entries()) {
      const asked: AnyModelMessage = { role: 'user', content: [{ type: 'text', text: `Question ${index}.` }] }
      const options = { prompt: [...messages, asked], tools: [tool], providerOptions: thinking }
      messages = (await runSteps(models[name]!, options, { stream, most: 3 })).messages
      if (messages.at(-1)!.role === 'tool') messages.push({ role: 'assistant', content: 'Enough.' })
    }
    expect(emulator.requests.filter(({ status }) => status !== 200)).toEqual([])
    const sent: Readonly<Record<string, unknown>> = {
      openai: servers.openai.requests.at(-1),
      anthropic: servers.anthropic.requests.at(-1),
      gemini: emulator.requests.at(-1)?.body,
    }
    const last = JSON.stringify(sent[ways.at(-1)!])
    for (const index of ways.keys()) expect(last).toContain(`Question ${index}.`)
    const calls = messages.flatMap((message) =>
      message.role === 'assistant' && typeof message.content !== 'string'
        ? message.content.filter(({ type }) => type === 'tool-call')
        : [],
    )
    expect(calls.length).toBeGreaterThan(1)
    expect(calls.map((call) => 'toolName' in call && call.toolName)).toEqual(calls.map(() => 'files/read'))
    // Opaque data stays with its provider.
    expect(JSON.stringify([servers.openai.requests, servers.kimi.requests])).not.toMatch(
      /signature-of|hidden-thought|thoughtSignature/,
    )
    expect(JSON.stringify(servers.anthropic.requests)).not.toMatch(/thoughtSignature|Thought of Kimi/)
    expect(JSON.stringify(emulator.requests.map(({ body }) => body))).not.toMatch(/signature-of|hidden-thought/)
  })
})
