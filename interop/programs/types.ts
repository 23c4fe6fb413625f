import {
  type Agent,
  type CreateUIMessage,
  convertToModelMessages,
  createAgentUIStreamResponse,
  createUIMessageStream,
  type GenerateTextOnFinishCallback,
  type GenerateTextOnStepFinishCallback,
  type GenerateTextResult,
  generateText,
  type InferAgentUIMessage,
  type InferUITools,
  type LanguageModel,
  type LanguageModelMiddleware,
  type ModelMessage,
  Output,
  type PrepareStepFunction,
  readUIMessageStream,
  type StepResult,
  type StopCondition,
  type StreamTextOnChunkCallback,
  type StreamTextResult,
  type StreamTextTransform,
  stepCountIs,
  streamText,
  type TextStreamPart,
  type ToolCallRepairFunction,
  ToolLoopAgent,
  type ToolSet,
  tool,
  type UIMessage,
} from 'ai7'
import { z } from 'zod'

/* A program that uses the types of `ai` 7. It is type-checked with both modules, and never run. */

const tools = {
  weather: tool({
    inputSchema: z.object({ city: z.string() }),
    outputSchema: z.object({ celsius: z.number() }),
    execute: async ({ city }) => ({ celsius: city.length }),
  }),
  ask: tool({ inputSchema: z.object({ question: z.string() }) }),
} satisfies ToolSet
type Tools = typeof tools
type Message = UIMessage<{ tokens?: number }, { place: { city: string } }, InferUITools<Tools>>

export const stop: StopCondition<Tools> = ({ steps }) => steps.some(({ text }) => text.includes('done'))
export const prepare: PrepareStepFunction<Tools> = ({ stepNumber }) => (stepNumber > 1 ? { toolChoice: 'none' } : {})
export const onFinish: GenerateTextOnFinishCallback<Tools> = ({ text }) => void text.length
export const onStep: GenerateTextOnStepFinishCallback<Tools> = ({ toolCalls }) => void toolCalls.length
export const onChunk: StreamTextOnChunkCallback<Tools> = ({ chunk }) => void chunk.type
export const repair: ToolCallRepairFunction<Tools> = async ({ toolCall }) => toolCall
export const draft: CreateUIMessage<Message> = { role: 'user', parts: [{ type: 'text', text: 'Rome?' }] }
export const upper: StreamTextTransform<Tools> = () =>
  new TransformStream<TextStreamPart<Tools>, TextStreamPart<Tools>>({
    transform(part, controller) {
      controller.enqueue(part.type === 'text-delta' ? { ...part, text: part.text.toUpperCase() } : part)
    },
  })
export const middleware: LanguageModelMiddleware = {
  specificationVersion: 'v4',
  wrapGenerate: async ({ doGenerate }) => {
    const result = await doGenerate()
    return { ...result, content: result.content.filter(({ type }) => type === 'text') }
  },
}

export async function answer(
  model: LanguageModel,
): Promise<[GenerateTextResult<Tools, Record<string, unknown>, never>, ModelMessage[]]> {
  const result = await generateText({
    model,
    tools,
    prompt: 'Rome?',
    stopWhen: [stepCountIs(3), stop],
    runtimeContext: { userId: 'u' },
    prepareStep: ({ runtimeContext }) => ({ runtimeContext: { userId: runtimeContext.userId.trim() } }),
    onStepFinish: onStep,
    experimental_repairToolCall: repair,
  })
  const step: StepResult<Tools> | undefined = result.steps[0]
  for (const call of step?.toolCalls ?? []) {
    if (call.dynamic !== true && call.toolName === 'weather') call.input.city.trim()
  }
  return [result as GenerateTextResult<Tools, Record<string, unknown>, never>, [...result.response.messages]]
}

export async function formats(model: LanguageModel): Promise<unknown[]> {
  const schema = z.object({ city: z.string(), days: z.array(z.object({ celsius: z.number() })) })
  const object = streamText({ model, prompt: 'Rome?', output: Output.object({ schema }) })
  const cities: (string | undefined)[] = []
  for await (const { city } of object.partialOutputStream) cities.push(city)
  const list = streamText({ model, prompt: 'Rome?', output: Output.array({ element: schema }) })
  for await (const { city } of list.elementStream) cities.push(city)
  return [(await object.output).days[0]?.celsius.toFixed(), cities]
}

export function route(model: LanguageModel, messages: Message[]): ReadableStream {
  return createUIMessageStream<Message>({
    originalMessages: messages,
    async execute({ writer }) {
      writer.write({ type: 'data-place', id: '1', data: { city: 'Rome' } })
      const run = streamText({ model, tools, messages: await convertToModelMessages(messages, { tools }), onChunk })
      writer.merge(run.toUIMessageStream({ sendStart: false }))
    },
    onFinish: ({ responseMessage }) => void responseMessage.metadata?.tokens?.toFixed(),
  })
}

export async function show(stream: Parameters<typeof readUIMessageStream<Message>>[0]['stream']): Promise<string[]> {
  const lines: string[] = []
  for await (const { parts } of readUIMessageStream<Message>({ stream })) {
    for (const part of parts) {
      if (part.type === 'tool-weather' && part.state === 'output-available') lines.push(part.output.celsius.toFixed())
      if (part.type === 'data-place') lines.push(part.data.city)
    }
  }
  return lines
}

const create = (model: LanguageModel) =>
  new ToolLoopAgent({
    model,
    tools,
    callOptionsSchema: z.object({ user: z.string() }),
    prepareCall: ({ options, ...rest }) => ({ ...rest, instructions: `Help ${options.user}.` }),
  })

export async function chat(
  model: LanguageModel,
  uiMessages: InferAgentUIMessage<ReturnType<typeof create>>[],
): Promise<[Response, StreamTextResult<Tools, Record<string, unknown>, never>]> {
  const agent: Agent<{ user: string }, Tools, never, never> = create(model) as never
  const options = { user: 'Ann' }
  const response = await createAgentUIStreamResponse({ agent: create(model), uiMessages, options })
  return [response, await agent.stream({ prompt: 'Rome?', options })]
}
