import type { AnyModelMessage } from '../../src/core/message.ts'
import type {
  LanguageModel,
  ModelCallOptions,
  ModelContent,
  ModelStreamPart,
} from '../../src/models/versions/language-model.ts'

export interface Step {
  readonly content: readonly ModelContent[]
  readonly finishReason: string
  readonly usage: unknown
  readonly warnings: readonly unknown[]
}

/** Runs a model until it answers without calls, as a runtime would: each call is answered with its own input. */
export async function runSteps(
  model: LanguageModel,
  options: ModelCallOptions,
  { stream = false, most = 4 }: { readonly stream?: boolean; readonly most?: number } = {},
): Promise<{ readonly messages: AnyModelMessage[]; readonly steps: Step[] }> {
  const messages: AnyModelMessage[] = [...options.prompt]
  const steps: Step[] = []
  for (let count = 0; count < most; count++) {
    const step = await (stream ? streamStep : generateStep)(model, { ...options, prompt: messages })
    steps.push(step)
    messages.push(toMessage(step.content))
    const calls = step.content.filter((part) => part.type === 'tool-call' && part.providerExecuted !== true)
    if (calls.length === 0) break
    messages.push({
      role: 'tool',
      content: calls.map((call) => {
        const { toolCallId, toolName, input } = call as { toolCallId: string; toolName: string; input: string }
        return {
          type: 'tool-result',
          toolCallId,
          toolName,
          output: { type: 'json', value: { got: JSON.parse(input) } },
        }
      }),
    })
  }
  return { messages, steps }
}

/** What the AI SDK puts into the history: `providerMetadata` becomes `providerOptions`, input is parsed. */
function toMessage(content: readonly ModelContent[]): AnyModelMessage {
  const parts = content.flatMap((part) => {
    if (part.type !== 'text' && part.type !== 'reasoning' && part.type !== 'tool-call') return []
    const { providerMetadata, ...rest } = part
    const options = providerMetadata === undefined ? {} : { providerOptions: providerMetadata }
    return [
      part.type === 'tool-call' ? { ...rest, input: JSON.parse(part.input), ...options } : { ...rest, ...options },
    ]
  })
  // Through JSON, as a store would.
  return JSON.parse(JSON.stringify({ role: 'assistant', content: parts })) as AnyModelMessage
}

async function generateStep(model: LanguageModel, options: ModelCallOptions): Promise<Step> {
  const { content, finishReason, usage, warnings } = await model.doGenerate(options)
  return { content, finishReason: finishReason.unified, usage, warnings }
}

async function streamStep(model: LanguageModel, options: ModelCallOptions): Promise<Step> {
  const { stream } = await model.doStream(options)
  return collect(await readParts(stream))
}

export async function readParts(stream: ReadableStream<ModelStreamPart>): Promise<ModelStreamPart[]> {
  const reader = stream.getReader()
  const parts: ModelStreamPart[] = []
  for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value)
  return parts
}

/** Puts the parts of a stream together, as the AI SDK does. */
function collect(parts: readonly ModelStreamPart[]): Step {
  const content: ModelContent[] = []
  const open = new Map<string, { type: 'text' | 'reasoning'; text: string; providerMetadata?: never }>()
  let finish: Pick<Step, 'finishReason' | 'usage'> = { finishReason: 'none', usage: undefined }
  let warnings: readonly unknown[] = []
  for (const part of parts) {
    if (part.type === 'text-start' || part.type === 'reasoning-start') {
      const block = { type: part.type === 'text-start' ? ('text' as const) : ('reasoning' as const), text: '' }
      open.set(part.id, block)
      content.push(block)
    } else if (part.type === 'text-delta' || part.type === 'reasoning-delta') open.get(part.id)!.text += part.delta
    else if (part.type === 'text-end' || part.type === 'reasoning-end') {
      if (part.providerMetadata !== undefined)
        Object.assign(open.get(part.id)!, { providerMetadata: part.providerMetadata })
      open.delete(part.id)
    } else if (part.type === 'tool-call') content.push(part)
    else if (part.type === 'stream-start') warnings = part.warnings
    else if (part.type === 'finish') finish = { finishReason: part.finishReason.unified, usage: part.usage }
    else if (part.type === 'error') throw part.error
  }
  return { content, ...finish, warnings }
}
