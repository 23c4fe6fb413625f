import { LegacyOpenTelemetry } from '@ai-sdk/otel'
import { context, type Span, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import * as ai6 from 'ai6'
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai6/test'
import * as ai7 from 'ai7'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { generateText } from '../src/runtime/generate-text.ts'
import { stepCountIs } from '../src/runtime/run/stop-when.ts'
import { streamText } from '../src/runtime/stream-text.ts'
import type { TelemetryOptions } from '../src/runtime/telemetry/tracing-api.ts'
import { tool } from '../src/tools/tool.ts'

const exporter = new InMemorySpanExporter()
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })

beforeEach(() => {
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
})

afterEach(() => {
  trace.disable()
  context.disable()
  exporter.reset()
})

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
}
const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: '{"city":"Oslo"}' } as const

type Generated = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>
type StreamPart =
  Awaited<ReturnType<MockLanguageModelV3['doStream']>>['stream'] extends ReadableStream<infer PART> ? PART : never

/** Calls the tool, then answers. */
function scriptedModel() {
  const turns: Pick<Generated, 'content' | 'finishReason'>[] = [
    { content: [call], finishReason: { unified: 'tool-calls', raw: undefined } },
    { content: [{ type: 'text', text: 'Cold in Oslo.' }], finishReason: { unified: 'stop', raw: undefined } },
  ]
  return new MockLanguageModelV3({
    provider: 'openai.chat',
    modelId: 'gpt-x',
    doGenerate: async () => ({ ...turns.shift()!, usage, warnings: [] }),
    doStream: async () => {
      const { content, finishReason } = turns.shift()!
      const parts: StreamPart[] = [{ type: 'stream-start', warnings: [] }, ...content.flatMap(toStreamParts)]
      return { stream: convertArrayToReadableStream([...parts, { type: 'finish', finishReason, usage }]) }
    },
  })
}

function toStreamParts(part: Generated['content'][number]): StreamPart[] {
  if (part.type !== 'text') return [part as StreamPart]
  return [
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: part.text },
    { type: 'text-end', id: '0' },
  ]
}

async function lookUp({ city }: { city: string }): Promise<string> {
  await Promise.resolve()
  return trace.getTracer('mine').startActiveSpan('look up', (span: Span) => {
    span.end()
    return `-5 in ${city}`
  })
}

function options(telemetry?: TelemetryOptions, execute = lookUp) {
  return {
    model: scriptedModel(),
    prompt: 'How is the weather in the secret town?',
    stopWhen: stepCountIs(3),
    experimental_context: { apiKey: 'sk-context' },
    headers: { authorization: 'Bearer sk-header' },
    tools: {
      weather: tool({ inputSchema: z.object({ city: z.string() }), execute }),
    },
    ...(telemetry === undefined ? {} : { telemetry }),
  }
}

/** Each span's name with its parent's. */
function tree(): string[] {
  const spans = exporter.getFinishedSpans()
  const nameOf = new Map(spans.map((span) => [span.spanContext().spanId, span.name]))
  return spans
    .map((span: ReadableSpan) => `${nameOf.get(span.parentSpanContext?.spanId ?? '') ?? '-'} > ${span.name}`)
    .sort()
}

const expected = [
  '- > request',
  'execute_tool weather > look up',
  'invoke_agent > chat gpt-x',
  'invoke_agent > chat gpt-x',
  'invoke_agent > execute_tool weather',
  'request > invoke_agent',
]

describe('with a tracer provider registered', () => {
  test('a run is a tree of spans under the span of the caller, and tools see theirs as the active one', async () => {
    await trace.getTracer('app').startActiveSpan('request', async (span) => {
      await generateText(options())
      span.end()
    })
    expect(tree()).toEqual(expected)
    const [run] = exporter.getFinishedSpans().filter(({ name }) => name === 'invoke_agent')
    expect(run!.attributes).toEqual({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-x',
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 10,
      'gen_ai.response.finish_reasons': ['stop'],
    })
    expect(run!.instrumentationScope.name).toBe('toolfit')
  })

  test('streams have the same tree', async () => {
    await trace.getTracer('app').startActiveSpan('request', async (span) => {
      await streamText(options()).consumeStream()
      span.end()
    })
    expect(tree()).toEqual(expected)
    const [chat] = exporter.getFinishedSpans().filter(({ name }) => name === 'chat gpt-x')
    expect(chat!.attributes['gen_ai.request.stream']).toBe(true)
  })

  test('context, keys and content are told to nobody by default (C16)', async () => {
    await generateText(options())
    const told = JSON.stringify(
      exporter.getFinishedSpans().map(({ attributes, events, name }) => [name, attributes, events]),
    )
    for (const hidden of ['sk-context', 'sk-header', 'secret town', 'Oslo']) expect(told).not.toContain(hidden)
    exporter.reset()
    await generateText(options({ recordInputs: true, recordOutputs: true }))
    const all = JSON.stringify(exporter.getFinishedSpans().map(({ attributes }) => attributes))
    for (const hidden of ['sk-context', 'sk-header']) expect(all).not.toContain(hidden)
    for (const shown of ['secret town', '-5 in Oslo', 'Cold in Oslo.']) expect(all).toContain(shown)
  })

  test('a tool that throws is a span that failed, in a run that did not', async () => {
    await generateText(
      options({}, async () => {
        throw new RangeError('no such town')
      }),
    )
    const [failed] = exporter.getFinishedSpans().filter(({ name }) => name === 'execute_tool weather')
    expect(failed!.status).toEqual({ code: 2, message: 'no such town' })
    expect(failed!.attributes['error.type']).toBe('RangeError')
    expect(exporter.getFinishedSpans().find(({ name }) => name === 'invoke_agent')!.status.code).toBe(0)
  })

  test('a model that fails ends every span with its error', async () => {
    const model = new MockLanguageModelV3({
      doGenerate: async () => {
        throw new TypeError('no connection')
      },
    })
    await expect(generateText({ ...options(), model })).rejects.toThrow('no connection')
    const finished = exporter.getFinishedSpans()
    expect(finished.map(({ name, status }) => [name, status.code])).toEqual([
      ['chat mock-model-id', 2],
      ['invoke_agent', 2],
    ])
  })

  test('isEnabled: false makes no spans', async () => {
    await generateText(options({ isEnabled: false }))
    // The tool makes one of its own.
    expect(tree()).toEqual(['- > look up'])
  })
})

describe('with a tracer of the caller', () => {
  test('spans are made by it alone, parents and all, without anything registered', async () => {
    trace.disable()
    context.disable()
    await generateText(options({ tracer: provider.getTracer('mine'), functionId: 'weather-bot' }))
    expect(tree()).toEqual([
      '- > invoke_agent weather-bot',
      'invoke_agent weather-bot > chat gpt-x',
      'invoke_agent weather-bot > chat gpt-x',
      'invoke_agent weather-bot > execute_tool weather',
    ])
  })
})

describe('the spans of ai 5 and 6', () => {
  test.each(['generateText', 'streamText'] as const)(
    '%s has those of LegacyOpenTelemetry, as in ai 7',
    async (name) => {
      const settings = {
        functionId: 'weather-bot',
        integrations: new LegacyOpenTelemetry({ tracer: provider.getTracer('ai') }),
      }
      const spansOf = async (library: typeof ai7) => {
        exporter.reset()
        const result = library[name]({ ...options(), telemetry: settings } as never) as { consumeStream?(): unknown }
        await (await result).consumeStream?.()
        // A provider is registered too: there are no other spans beside those of the integration.
        return exporter.getFinishedSpans().map((span) => [span.name, shown(span.attributes)])
      }
      const expected = await spansOf(ai7)
      expect(expected.map(([name]) => name)).toContain(`ai.${name}`)
      expect(expected.map(([name]) => name)).toContain('ai.toolCall')
      expect(await spansOf({ generateText, streamText } as unknown as typeof ai7)).toEqual(expected)
    },
  )

  test.each(['generateText', 'streamText'] as const)('%s of ai 6 has the same ones by itself', async (name) => {
    const tracer = provider.getTracer('ai')
    const spansOf = async (library: Record<typeof name, unknown>, telemetry: object) => {
      exporter.reset()
      const run = library[name] as (options: object) => { consumeStream?(): unknown }
      await (await run({ ...options(), ...telemetry })).consumeStream?.()
      const spans = exporter.getFinishedSpans().map(({ name, attributes }) => [name, ...namesIn(attributes)].join(' '))
      return spans.sort()
    }
    const expected = await spansOf(ai6, { experimental_telemetry: { isEnabled: true, tracer } })
    const integrations = new LegacyOpenTelemetry({ tracer })
    expect(await spansOf({ generateText, streamText }, { telemetry: { integrations } })).toEqual(expected)
  })

  /** Without those of a text or of calls, which `@ai-sdk/otel` has on other spans too. */
  function namesIn(attributes: object): string[] {
    const names = Object.keys(shown(attributes)).sort()
    return names.filter((name) => name !== 'ai.response.text' && name !== 'ai.response.toolCalls')
  }

  /** Without what differs from run to run. */
  function shown(attributes: object): object {
    const varies = /timestamp|msTo|PerSecond|response\.id|user-agent/
    return Object.fromEntries(Object.entries(attributes).filter(([key]) => !varies.test(key)))
  }
})
