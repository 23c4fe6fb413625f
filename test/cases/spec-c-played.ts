import { isPlainObject, type JsonObject } from '../../src/core/json.ts'
import type { AnyLanguageModel } from '../../src/models/versions/any-model.ts'
import type { ModelCallOptions } from '../../src/models/versions/language-model.ts'
import { type GenerateTextOptions, generateText } from '../../src/runtime/generate-text.ts'
import type { TextStreamPart } from '../../src/runtime/result/stream-part.ts'
import { streamText } from '../../src/runtime/stream-text.ts'
import type { ToolSet } from '../../src/tools/tool.ts'
import { emulate } from '../models/emulated-gemini.ts'
import { scriptedModel } from '../runtime/mock-model.ts'

/** What the model says in a step: text, or calls, perhaps after some text. */
export type Line = string | { readonly text?: string; readonly calls: readonly PlayedCall[] }

export interface PlayedCall {
  readonly name: string
  readonly input?: JsonObject
  readonly id?: string
}

/** A request, whatever the wire looked like. */
export interface Asked {
  readonly toolNames: readonly string[] | undefined
  /** `auto`, `required`, `none`, or the name of the tool that must be called. */
  readonly choice: string | undefined
  readonly system: string
  /** What users and models wrote, oldest first. */
  readonly said: readonly string[]
  /** What the model is told of calls: JSON texts, oldest first. */
  readonly results: readonly string[]
  readonly maxOutputTokens: number | undefined
}

export interface Played {
  readonly model: AnyLanguageModel
  /** Every request so far, oldest first. */
  readonly asked: () => readonly Asked[]
}

/** A model that plays lines: a mock of the AI SDK's specification, or our `gemini()` on the emulator. */
export type Stage = 'a mock model' | 'gemini() on the emulator'
export type Way = 'generateText' | 'streamText'

export const stages: readonly Stage[] = ['a mock model', 'gemini() on the emulator']
export const ways: readonly Way[] = ['generateText', 'streamText']

/** Every way on every stage. */
export const everywhere = ways.flatMap((way) => stages.map((stage) => ({ way, stage })))

/** Calls without an id are `c1`, `c2`, … over the whole conversation. */
export function play(stage: Stage, lines: readonly Line[]): Played {
  let count = 0
  const steps = lines.map((line) => {
    const { text = '', calls } = typeof line === 'string' ? { text: line, calls: [] } : line
    return { text, calls: calls.map(({ name, input = {}, id = `c${++count}` }) => ({ name, input, id })) }
  })
  return stage === 'a mock model' ? playMock(steps) : playGemini(steps)
}

type PlayedStep = { readonly text: string; readonly calls: readonly Required<PlayedCall>[] }

function playMock(steps: readonly PlayedStep[]): Played {
  const model = scriptedModel(
    steps.map(({ text, calls }) => ({
      content: [
        ...(text === '' ? [] : [{ type: 'text' as const, text: text.split(/(?<= )/) }]),
        ...calls.map(({ name, input, id }) => ({
          type: 'tool-call' as const,
          toolCallId: id,
          toolName: name,
          input: JSON.stringify(input),
        })),
      ],
    })),
  )
  return {
    model: model as unknown as AnyLanguageModel,
    asked: () => model.calls.map(({ options }) => readMock(options)),
  }
}

type PromptPart = { readonly type: string; readonly text?: string; readonly output?: unknown }

function readMock({ tools, toolChoice, prompt, maxOutputTokens }: ModelCallOptions): Asked {
  const parts = prompt.flatMap(({ content }): readonly PromptPart[] => (typeof content === 'string' ? [] : content))
  return {
    toolNames: tools?.map(({ name }) => name),
    choice: toolChoice?.type === 'tool' ? toolChoice.toolName : toolChoice?.type,
    system: prompt.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n'),
    said: parts.flatMap((part) => (part.type === 'text' ? [part.text!] : [])),
    results: parts.flatMap((part) => (part.type === 'tool-result' ? [JSON.stringify(part.output)] : [])),
    maxOutputTokens,
  }
}

function playGemini(steps: readonly PlayedStep[]): Played {
  const { model, emulator, bodies } = emulate('gemini-3.6-flash', { maxRetries: 0 })
  emulator.script(
    steps.map(({ text, calls }) => ({
      reply: [
        ...(text === '' ? [] : [{ text }]),
        ...calls.map(({ name, input, id }) => ({ functionCall: { id, name, args: input } })),
      ],
    })),
  )
  return { model, asked: () => bodies.map(readGemini) }
}

interface GeminiBody {
  readonly tools?: readonly { readonly functionDeclarations: readonly { readonly name: string }[] }[]
  readonly toolConfig?: {
    readonly functionCallingConfig?: { readonly mode?: string; readonly allowedFunctionNames?: readonly string[] }
  }
  readonly systemInstruction?: { readonly parts: readonly { readonly text: string }[] }
  readonly contents: readonly {
    readonly parts: readonly { text?: string; functionResponse?: { response: unknown } }[]
  }[]
  readonly generationConfig?: { readonly maxOutputTokens?: number }
}

const modes: Readonly<Record<string, string>> = { AUTO: 'auto', ANY: 'required', NONE: 'none' }

function readGemini(sent: object): Asked {
  const body = sent as GeminiBody
  const { mode, allowedFunctionNames } = body.toolConfig?.functionCallingConfig ?? {}
  const parts = body.contents.flatMap((content) => content.parts)
  return {
    toolNames: body.tools?.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)),
    // Gemini needs no word for `auto`.
    choice:
      allowedFunctionNames?.[0] ?? (mode === undefined ? (body.tools === undefined ? undefined : 'auto') : modes[mode]),
    system: (body.systemInstruction?.parts ?? []).map(({ text }) => text).join('\n'),
    said: parts.flatMap(({ text }) => (text === undefined ? [] : [text])),
    results: parts.flatMap((part) =>
      isPlainObject(part.functionResponse) ? [JSON.stringify(part.functionResponse.response)] : [],
    ),
    maxOutputTokens: body.generationConfig?.maxOutputTokens,
  }
}

/** Runs to the end either way; what a stream promises is awaited. */
export async function finish<TOOLS extends ToolSet>(way: Way, options: GenerateTextOptions<TOOLS>) {
  const result = way === 'generateText' ? await generateText(options) : streamText(options)
  return {
    text: await result.text,
    content: await result.content,
    steps: await result.steps,
    parts: await result.parts,
    toolCalls: await result.toolCalls,
    toolResults: await result.toolResults,
    finishReason: await result.finishReason,
    usage: await result.usage,
    warnings: await result.warnings,
    response: await result.response,
    messages: await result.messages,
  }
}

/** The error that a run ends with, either way. */
export async function failure<TOOLS extends ToolSet>(way: Way, options: GenerateTextOptions<TOOLS>): Promise<Error> {
  try {
    await finish(way, options)
  } catch (error) {
    return error as Error
  }
  throw new Error('The run did not fail.')
}

/** The error that a run tells of: it rejects with it, or streams it as a part. */
export async function toldError<TOOLS extends ToolSet>(way: Way, options: GenerateTextOptions<TOOLS>): Promise<Error> {
  if (way === 'generateText') return failure(way, options)
  const parts = await partsOf(streamText({ ...options, onError: () => undefined } as never).fullStream as never)
  const [part] = parts.filter(({ type }) => type === 'error') as { error?: Error }[]
  if (part?.error === undefined) throw new Error('The run did not fail.')
  return part.error
}

/** All parts of a stream. */
export async function partsOf(stream: AsyncIterable<TextStreamPart>): Promise<TextStreamPart[]> {
  const parts: TextStreamPart[] = []
  for await (const part of stream) parts.push(part)
  return parts
}
