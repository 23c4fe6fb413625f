import * as ai from 'ai7'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as toolfit from '../src/index.ts'
import { type Reply, scriptedModel } from './programs/scripted-model.ts'

type Part = ai.TextStreamPart<ai.ToolSet>
type Transform = ai.StreamTextTransform<ai.ToolSet>
type Sdk = typeof ai

/** A transform that makes something else of each part. */
function mapParts(map: (part: Part) => Part | readonly Part[]): Transform {
  return () =>
    new TransformStream<Part, Part>({
      transform(part, controller) {
        const mapped = map(part)
        for (const each of Array.isArray(mapped) ? mapped : [mapped]) controller.enqueue(each)
      },
    })
}

const upper = mapParts((part) => (part.type === 'text-delta' ? { ...part, text: part.text.toUpperCase() } : part))

const usage = (tokens: number) =>
  ({
    inputTokens: tokens,
    inputTokenDetails: { noCacheTokens: undefined, cacheReadTokens: undefined, cacheWriteTokens: undefined },
    outputTokens: tokens,
    outputTokenDetails: { textTokens: undefined, reasoningTokens: undefined },
    totalTokens: 2 * tokens,
  }) as ai.LanguageModelUsage

/** Ends the answer at a word, as the documentation of `stopStream` shows. */
const stopAt =
  (word: string): Transform =>
  ({ stopStream }) => {
    let isStopped = false
    return new TransformStream<Part, Part>({
      transform(part, controller) {
        if (isStopped) return
        if (part.type !== 'text-delta' || !part.text.includes(word)) return controller.enqueue(part)
        isStopped = true
        stopStream()
        const end = { finishReason: 'stop', rawFinishReason: 'stop', usage: usage(7) } as const
        const response = { id: 'stopped', timestamp: new Date(0), modelId: 'stopped' }
        controller.enqueue({ type: 'finish-step', ...end, providerMetadata: undefined, response } as never)
        controller.enqueue({ type: 'finish', ...end, totalUsage: usage(7) } as never)
      },
    })
  }

const transforms: Record<string, (sdk: Sdk) => Transform | Transform[]> = {
  'smoothStream by words': ({ smoothStream }) => smoothStream({ delayInMs: null }) as never,
  'smoothStream by lines': ({ smoothStream }) => smoothStream({ delayInMs: null, chunking: 'line' }) as never,
  'smoothStream by an expression': ({ smoothStream }) => smoothStream({ delayInMs: null, chunking: /[,o]/g }) as never,
  'smoothStream by a function': ({ smoothStream }) =>
    smoothStream({ delayInMs: null, chunking: (buffer) => buffer.slice(0, 3) || null }) as never,
  'smoothStream by a segmenter': ({ smoothStream }) =>
    smoothStream({ delayInMs: null, chunking: new Intl.Segmenter('en', { granularity: 'word' }) }) as never,
  'upper case': () => upper,
  'two in a row': ({ smoothStream }) => [upper, smoothStream({ delayInMs: null }) as never],
  'other results of tools': () =>
    mapParts((part) =>
      part.type === 'tool-result' ? ({ ...part, output: 'hidden' } as never) : part.type === 'source' ? [] : part,
    ),
  'other ends': () =>
    mapParts((part) => {
      if (part.type === 'finish-step') return { ...part, finishReason: 'length', usage: usage(5) }
      return part.type === 'finish' ? { ...part, finishReason: 'length', totalUsage: usage(9) } : part
    }),
  'reasoning left out': () => mapParts((part) => (part.type.startsWith('reasoning') ? [] : part)),
  'more text': () =>
    mapParts((part) =>
      part.type === 'finish-step'
        ? [
            { type: 'text-start', id: 'x' },
            { type: 'text-delta', id: 'x', text: '!' },
            { type: 'text-end', id: 'x' },
            part,
          ]
        : part,
    ),
  'a stop at a word': () => stopAt('sunny'),
  'a stop behind smoothStream': ({ smoothStream }) => [smoothStream({ delayInMs: null }) as never, stopAt('sunny')],
}

const scripts: Record<string, readonly Reply[]> = {
  text: [{ text: ['It i', 's sunny', ' and wa', 'rm,\nall day ', '', 'lo', 'ng.'] }],
  'reasoning and sources': [
    {
      reasoning: 'The user asks about Rome.',
      text: ['So: it is sunny ', 'there', ', and', ' all', ' day', ' long', ' too.'],
      sources: ['https://a.example'],
    },
  ],
  'two steps': [
    { text: 'Let me look. ', calls: [{ tool: 'weather', input: { city: 'Rome' } }] },
    { text: ['It is su', 'nny there, ', 'they say.'] },
  ],
  'an error': [{ text: ['It is ', 'not su'], error: 'broken' }],
}

async function observe(sdk: Sdk, replies: readonly Reply[], create: (sdk: Sdk) => Transform | Transform[]) {
  const seen: Record<string, unknown[]> = { chunks: [], steps: [], prompts: [], ends: [], inputs: [], errors: [] }
  const note = (name: string) => (value: unknown) => void seen[name]!.push(value)
  const result = sdk.streamText({
    model: scriptedModel(replies, ({ prompt }) => note('prompts')(prompt)),
    prompt: 'How is the weather in Rome?',
    tools: {
      weather: sdk.tool({
        inputSchema: z.object({ city: z.string() }),
        execute: (input) => {
          note('inputs')(input)
          return 'warm'
        },
      }),
    },
    stopWhen: sdk.stepCountIs(3),
    experimental_transform: create(sdk),
    // Of an error, `onChunk` of `ai` hears before the text that came first.
    onChunk: ({ chunk }) => (chunk.type === 'error' ? undefined : note('chunks')(show(chunk))),
    onStepEnd: ({ text, toolResults }) => note('steps')({ text, results: toolResults.map(({ output }) => output) }),
    onEnd: ({ text, totalUsage, steps }) => note('ends')({ text, totalUsage, steps: steps.length }),
    onError: ({ error }) => note('errors')(String(error)),
  })
  const parts: unknown[] = []
  for await (const part of result.fullStream) parts.push(show(part))
  const steps = await Promise.resolve(result.steps).catch((error: Error) => error.message)
  if (typeof steps === 'string') return { parts, failed: true }
  return {
    ...seen,
    parts,
    text: await result.text,
    reasoning: await result.reasoningText,
    content: (await result.content).map(show),
    finishReason: await result.finishReason,
    usage: await result.totalUsage,
    messages: (await result.responseMessages).map(({ role, content }) => ({ role, content })),
    contents: steps.map(({ content }) => content.map(show)),
  }
}

/** Times and ids of responses differ from run to run; keys without a value are a difference that we chose. */
function show(part: object): unknown {
  const { response: _, performance: __, error, ...rest } = part as Record<string, unknown>
  const shown = error === undefined ? rest : { ...rest, error: String(error) }
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined))
}

describe('a transform of the stream does what it does in ai 7', () => {
  for (const [how, create] of Object.entries(transforms)) {
    test.each(Object.keys(scripts))(`${how}: %s`, async (about) => {
      const expected = await observe(ai, scripts[about]!, create)
      expect(await observe(toolfit as unknown as Sdk, scripts[about]!, create)).toEqual(expected)
    })
  }
})
