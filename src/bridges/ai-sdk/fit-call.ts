import { isPlainObject, type JsonObject, present } from '../../core/json.ts'
import type { AnyModelMessage } from '../../core/message.ts'
import { createAnswerCodec, type TextDecoding, textDecodingFor } from '../../models/answer-codec.ts'
import { createToolCodec, type ToolCodec } from '../../models/tool-codec.ts'
import type {
  ModelCallOptions,
  ModelFunctionTool,
  ModelResponseFormat,
  ModelStreamPart,
  ModelTool,
} from '../../models/versions/language-model.ts'
import { compileSchema } from '../../schema/compile.ts'
import type { DialectId } from '../../schema/dialects/index.ts'
import type { CompiledTool } from '../../tools/compiled-tools.ts'
import type { ReplyContent } from '../../wire/model-reply.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import { providerFormFor } from './provider-schema.ts'

/** One call of a model, fitted, and how its answer is decoded. */
export interface FittedCall {
  readonly options: ModelCallOptions
  readonly warnings: readonly RequestWarning[]
  decodeContent(part: ReplyContent): ReplyContent
  /** The text of an answer in a response format. */
  decodeText(text: string): string
  /** For one stream. */
  createMap(): (part: ModelStreamPart, push: (mapped: ModelStreamPart) => void) => void
}

export function fitCall(options: ModelCallOptions, to: DialectId, provider: string): FittedCall {
  const { dialect, write } = providerFormFor(to)
  const issuer = provider.split('.')[0]!
  const boundKeys = ['thoughtSignature', 'thought_signature']
  // Google's models on Vertex keep theirs under names of their own.
  const boundIn = [issuer, 'vertex', 'googleVertex']
  const codec = createToolCodec(options.tools, { to: dialect, issuer, boundKeys, boundIn })
  const response = fitResponse(options.responseFormat, dialect, write)
  const decodeText = response.decodeText ?? ((text: string) => text)
  return {
    options: {
      ...options,
      prompt: parsedCalls(codec.encodeMessages(options.prompt)),
      ...present({
        tools: options.tools && fitTools(options.tools, codec, dialect, write),
        toolChoice: codec.encodeChoice(options.toolChoice),
        responseFormat: options.responseFormat && response.format,
      }),
    },
    warnings: [...codec.warnings, ...codec.compiled.entries.flatMap(narrowings)],
    decodeText,
    decodeContent(part) {
      if (part.type === 'tool-call') return codec.decodeCall(part)
      return part.type === 'text' ? { ...part, text: decodeText(part.text) } : part
    },
    createMap: () => createMap(codec, response.decodeText),
  }
}

type Write = (schema: JsonObject) => JsonObject

/** The tools as the provider takes them, in the order of the set. Those that could not be compiled are left out. */
function fitTools(tools: readonly ModelTool[], codec: ToolCodec, dialect: DialectId, write: Write): ModelTool[] {
  const entries = new Map(codec.compiled.entries.map((entry) => [entry.toolName, entry]))
  return tools.flatMap((tool): ModelTool[] => {
    if (tool.type !== 'function') return [tool]
    const entry = entries.get(tool.name)
    return entry === undefined ? [] : [fitTool(tool, entry, dialect, write)]
  })
}

function fitTool(
  tool: ModelFunctionTool,
  { wireName, compiled }: CompiledTool,
  dialect: DialectId,
  write: Write,
): ModelFunctionTool {
  const examples = tool.inputExamples?.map(({ input }) => ({ input: compiled?.encode(input) ?? input }))
  return {
    ...tool,
    name: wireName,
    inputSchema: compiled === undefined ? { type: 'object', properties: {} } : write(compiled.schema),
    ...present({ inputExamples: examples, strict: dialect === 'openai-strict' || undefined }),
  }
}

/** Warnings about input that a tool takes and this model cannot express. */
function narrowings({ toolName, compiled }: CompiledTool): RequestWarning[] {
  const changes = (compiled?.changes ?? []).filter(({ effect, implicit }) => effect === 'narrowed' && !implicit)
  if (changes.length === 0) return []
  const details = changes.map(({ at, keyword, note }) => `${keyword} at ${at || 'the root'}: ${note}`).join(' ')
  return [{ type: 'compatibility', feature: `schema of tool ${JSON.stringify(toolName)}`, details }]
}

/** Replayed arguments are JSON text. A provider of the AI SDK takes them parsed. */
function parsedCalls(messages: readonly AnyModelMessage[]): AnyModelMessage[] {
  return messages.map((message): AnyModelMessage => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return message
    const content = message.content.map((part) =>
      part.type === 'tool-call' && part.providerExecuted !== true && typeof part.input === 'string'
        ? { ...part, input: JSON.parse(part.input) as unknown }
        : part,
    )
    return { ...message, content }
  })
}

function fitResponse(format: ModelResponseFormat | undefined, dialect: DialectId, write: Write) {
  if (format?.type !== 'json' || !isPlainObject(format.schema)) return { format, decodeText: undefined }
  // Anthropic has no answers in a form: the provider asks for them as a tool, whose arguments are an object.
  const root = dialect === 'anthropic' ? 'object' : 'any'
  const compiled = compileSchema(format.schema, { to: dialect, root, access: 'response' })
  return { format: { ...format, schema: write(compiled.schema) }, decodeText: textDecodingFor(compiled) }
}

function createMap(codec: ToolCodec, decodeText: TextDecoding | undefined): ReturnType<FittedCall['createMap']> {
  const map = createAnswerCodec(codec, decodeText).createMap()
  return (part, push) => {
    if (part.type === 'error') push(part)
    else for (const mapped of map(part as never)) push(mapped)
  }
}
