import { anthropic } from '../../src/models/anthropic/anthropic.ts'
import { openai } from '../../src/models/openai/openai.ts'
import type { AnyLanguageModel } from '../../src/models/versions/any-model.ts'
import { type GenerateTextOptions, generateText } from '../../src/runtime/generate-text.ts'
import type { ToolChoice } from '../../src/runtime/run/options.ts'
import type { ToolSet } from '../../src/tools/tool.ts'
import { createStrictAnthropic } from '../models/strict-anthropic-server.ts'
import { createStrictOpenai } from '../models/strict-openai-server.ts'

/** What a request to a provider holds. */
export type Body = Readonly<Record<string, unknown>>

/** `anthropic()` or `openai()` behind a server that refuses what the provider refuses, and what that server was sent. */
export function connect(provider: 'anthropic' | 'openai'): { model: AnyLanguageModel; requests: readonly Body[] } {
  const server = provider === 'openai' ? createStrictOpenai() : createStrictAnthropic()
  const settings = { apiKey: 'sk-ant-test-key', maxRetries: 0, fetch: server.fetch }
  const model = provider === 'openai' ? openai('gpt-5.2', settings) : anthropic('claude-sonnet-4-5', settings)
  return { model, requests: server.requests }
}

/** The first request of a run. */
export async function sent<TOOLS extends ToolSet>(
  provider: 'anthropic' | 'openai',
  options: Omit<GenerateTextOptions<TOOLS>, 'model'>,
): Promise<Body> {
  const { model, requests } = connect(provider)
  await generateText<TOOLS>({ ...options, model })
  return requests[0]!
}

export async function openaiChoice<TOOLS extends ToolSet>(tools: TOOLS, toolChoice: ToolChoice<TOOLS>) {
  return (await sent('openai', { prompt: 'Go.', tools, toolChoice }))['tool_choice']
}

export async function anthropicChoice<TOOLS extends ToolSet>(tools: TOOLS, toolChoice: ToolChoice<TOOLS>) {
  return (await sent('anthropic', { prompt: 'Go.', tools, toolChoice }))['tool_choice']
}
