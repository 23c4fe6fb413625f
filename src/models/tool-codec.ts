import { getOrInsert, mapSame } from '../core/collections.ts'
import { ToolfitError } from '../core/errors.ts'
import {
  countJsonNodes,
  deepEqual,
  findShapeProblem,
  isPlainObject,
  type Json,
  parseJson,
  present,
  showValue,
} from '../core/json.ts'
import type { AnyModelMessage, AnyToolResultPart, ProviderOptions, ToolCallPart } from '../core/message.ts'
import type { Steps } from '../core/pattern/steps.ts'
import type { ReceivedInput } from '../schema/compiled-schema.ts'
import type { TargetId } from '../schema/dialects/index.ts'
import { compileTools, compileToolsInSteps } from '../tools/compile-tools.ts'
import type { CompiledTool, CompiledTools, CompileToolsOptions } from '../tools/compiled-tools.ts'
import { envelopeFor } from '../tools/envelopes.ts'
import { fitName } from '../tools/fit-name.ts'
import type { ReplyToolCall } from '../wire/model-reply.ts'
import type { RequestWarning, ToolChoice } from '../wire/model-request.ts'
import { readArguments } from '../wire/read-arguments.ts'
import { deepestAnswer, mostArgumentValues } from '../wire/wire-error.ts'
import { fingerprint, keepReplay, type Replay, readReplay } from './replay.ts'
import type { RunnableToolCall } from './versions/any-model.ts'
import type { ModelFunctionTool, ModelTool } from './versions/language-model.ts'

/** Between the tools' own shapes and a provider's, for one call of a model. */
export interface ToolCodec {
  readonly compiled: CompiledTools
  /** Ready to send; undefined where there are none. */
  readonly tools: Json | undefined
  /** The same as text, written once for a compiled set. */
  toolsJson(): string
  /** Tools that had to be left out. */
  readonly warnings: readonly RequestWarning[]
  /** The name under which the provider knows a tool, also one that is not in the set. */
  wireName(toolName: string): string
  /** The tool's own name for a name of the provider's. */
  toolName(wireName: string): string
  encodeChoice(choice: ToolChoice | undefined): ToolChoice | undefined
  /** Messages whose calls and results are in the provider's shape. An unchanged call of this provider goes back as it came. */
  encodeMessages(messages: readonly AnyModelMessage[]): AnyModelMessage[]
  /** A call of the model in the tool's own shape. A call that is not JSON stays as it is: the runtime reports the error. */
  decodeCall(call: ReplyToolCall): RunnableToolCall
  /** Whether the provider's arguments have the tool's own shape, so that they can be shown while they stream. */
  isPlain(wireName: string): boolean
}

/** How the schemas of tools are written. */
export interface ToolForm {
  readonly to: TargetId
  /** `keep`: the model is also asked for what the server sets (`readOnly`). */
  readonly access?: 'keep' | undefined
}

export interface ToolCodecOptions extends ToolForm {
  /** Who issues calls, and gets them back: the provider's key in `providerMetadata`. */
  readonly issuer: string
  /** Keys in the issuer's data of a call that are void once its input was changed: signatures bind to content. */
  readonly boundKeys?: readonly string[]
  /** Whose data those keys stand in. Default: the issuer's. */
  readonly boundIn?: readonly string[]
  /**
   * How a compiled set is found again. `content`, the default: by the JSON of its tools, because `ai` creates them anew for every call.
   * `list`: by the identity of the list, for a gateway that caches lists by client. One client must not learn from timing what another
   * sent.
   */
  readonly cachedBy?: 'content' | 'list' | undefined
  /** Taken by all calls of an answer when they are checked and repaired. What is left when they are used up is passed on as it came. */
  readonly steps?: Steps | undefined
}

export function createToolCodec(tools: readonly ModelTool[] | undefined, options: ToolCodecOptions): ToolCodec {
  const set = findSet(tools ?? [], options)
  const { compiled, byWireName, byToolName } = set
  const rule = envelopeFor(options.to).name
  const wireName = (name: string) => byToolName.get(name)?.wireName ?? (rule === undefined ? name : fitName(name, rule))
  const encoder: CallEncoder = { options, wireName, entry: (name) => byToolName.get(name) }
  let values = 0
  const count = (args: unknown, length: number) => {
    values += callValues + length / charactersPerValue + countJsonNodes(args, mostArgumentValues)
    if (values > mostArgumentValues) throw tooManyValues()
  }
  const isParsed = (name: string | undefined) =>
    tools?.some((tool) => tool.type === 'function' && tool.name === name && tool.parsesInput === true) ?? false
  return {
    compiled,
    tools: set.tools,
    toolsJson() {
      set.toolsJson ??= JSON.stringify(set.tools)
      return set.toolsJson
    },
    warnings: compiled.failures.map(({ tool, error }) => ({
      type: 'unsupported',
      feature: `tool ${JSON.stringify(tool)}`,
      details: `It is left out. ${error.message}`,
    })),
    wireName,
    toolName: (name) => byWireName.get(name)?.toolName ?? name,
    encodeChoice(choice) {
      if (choice?.type === 'tool') return { type: 'tool', toolName: wireName(choice.toolName) }
      if (choice !== undefined && !['auto', 'none', 'required'].includes(choice.type)) throw unknownChoice(choice.type)
      return choice
    },
    encodeMessages: (messages) => encodeMessages(messages, encoder),
    decodeCall(call) {
      const entry = byWireName.get(call.toolName)
      return decodeCall(call, {
        entry,
        issuer: options.issuer,
        isParsed: isParsed(entry?.toolName),
        count,
        steps: options.steps,
      })
    },
    isPlain: (name) => !byWireName.get(name)?.compiled?.changes.some(({ effect }) => effect === 'encoded'),
  }
}

/** A call takes as long as so many values, and so do some characters. */
const callValues = 10
const charactersPerValue = 200

function tooManyValues(): ToolfitError {
  const message = `The calls of the answer have more than ${mostArgumentValues} values in their arguments. Ask the model for less at once.`
  return new ToolfitError('model-response-invalid', message)
}

/** Encoders would take it for one that they know. */
function unknownChoice(type: unknown): ToolfitError {
  const message = `There is no toolChoice ${showValue(type)}. There are: auto, none, required, { type: "tool", toolName }.`
  return new ToolfitError('option-invalid', message, { option: 'toolChoice' })
}

/**
 * Compiles the tools of a codec one after the other, with pauses. {@link createToolCodec} with the same tools finds their schemas: it is
 * then quick, also for a large set.
 */
export async function prepareToolCodec(
  tools: readonly ModelTool[],
  form: ToolForm,
  pause: () => Promise<void> | undefined,
): Promise<void> {
  if (byList.get(tools)?.has(nameOf(form))) return
  const functions = tools.filter((tool): tool is ModelFunctionTool => tool.type === 'function')
  if (functions.length > 0) await compileToolsInSteps(functions, compileOptions(form), pause)
}

function compileOptions({ to, access }: ToolForm): CompileToolsOptions {
  return present({ to, onError: 'skip', access })
}

/** What two forms of the same tools are cached under. */
function nameOf({ to, access }: ToolForm): string {
  return access === undefined ? to : `${to} ${access}`
}

/** A compiled set, and its tools by their names. */
interface IndexedSet {
  readonly compiled: CompiledTools
  readonly byWireName: ReadonlyMap<string, CompiledTool>
  readonly byToolName: ReadonlyMap<string, CompiledTool>
  readonly tools: Json | undefined
  toolsJson: string | undefined
}

const indexed = new WeakMap<CompiledTools, IndexedSet>()

function index(compiled: CompiledTools): IndexedSet {
  return getOrInsert(indexed, compiled, () => ({
    compiled,
    byWireName: new Map(compiled.entries.map((entry) => [entry.wireName, entry])),
    byToolName: new Map(compiled.entries.map((entry) => [entry.toolName, entry])),
    // A copy, each time that it is read.
    tools: compiled.tools,
    toolsJson: undefined,
  }))
}

/** Sets by the list that a caller passed, which it may pass several times. */
const byList = new WeakMap<readonly ModelTool[], Map<string, { members: readonly ModelTool[]; set: IndexedSet }>>()

/** Sets by their JSON. */
const byContent = new Map<string, IndexedSet>()
const emptySets = new Map<string, IndexedSet>()
const mostSets = 32

/** A set with a longer key is compiled each time: keys stay in memory. */
const longestKey = 1_000_000

function findSet(tools: readonly ModelTool[], options: ToolCodecOptions): IndexedSet {
  const form = nameOf(options)
  const functions = tools.filter((tool): tool is ModelFunctionTool => tool.type === 'function')
  // The compiler caches the schemas of a library by identity.
  const compile = () => index(compileTools(functions, compileOptions(options)))
  // Apart from the others: calls without tools must not push sets of tools out.
  if (functions.length === 0) return getOrInsert(emptySets, form, compile)
  if (functions.some(({ parsesInput }) => parsesInput === true)) return compile()
  const lists = byList.get(tools) ?? new Map()
  const cached = lists.get(form)
  if (cached?.members.length === tools.length && tools.every((tool, at) => cached.members[at] === tool))
    return cached.set
  const key = options.cachedBy === 'list' ? undefined : keyOf(functions, form)
  const set = (key === undefined ? undefined : byContent.get(key)) ?? compile()
  byList.set(tools, lists.set(form, { members: [...tools], set }))
  if (key === undefined) return set
  // Back to the end: the set that was used least recently is dropped.
  byContent.delete(key)
  byContent.set(key, set)
  if (byContent.size > mostSets) byContent.delete(byContent.keys().next().value!)
  return set
}

/** Undefined where a schema is not JSON, or too long: the compiler says what is wrong with it. */
function keyOf(functions: readonly ModelFunctionTool[], prefix: string): string | undefined {
  if (!functions.every(({ inputSchema }) => isJsonSchema(inputSchema))) return undefined
  const parts = functions.map(({ name, description, inputSchema, strict }) => [name, description, inputSchema, strict])
  try {
    const key = `${prefix} ${JSON.stringify(parts)}`
    return key.length > longestKey ? undefined : key
  } catch {
    // A schema that contains itself, or nests too deep.
    return undefined
  }
}

/** Data, and not a schema of a library. */
function isJsonSchema(schema: unknown): boolean {
  return (
    isPlainObject(schema) && Object.getOwnPropertySymbols(schema).length === 0 && !Object.hasOwn(schema, '~standard')
  )
}

interface CallEncoder {
  readonly options: ToolCodecOptions
  wireName(toolName: string): string
  entry(toolName: string): CompiledTool | undefined
}

function encodeMessages(messages: readonly AnyModelMessage[], encoder: CallEncoder): AnyModelMessage[] {
  const names = new Map<string, string>()
  /** A result has the name of its call. */
  const nameResult = (part: AnyToolResultPart): AnyToolResultPart => {
    const toolName = names.get(part.toolCallId) ?? encoder.wireName(part.toolName)
    return toolName === part.toolName ? part : { ...part, toolName }
  }
  return messages.map((message): AnyModelMessage => {
    if (message.role === 'tool') {
      const content = mapSame(message.content, (part) => (part.type === 'tool-result' ? nameResult(part) : part))
      return content === message.content ? message : { ...message, content }
    }
    if (message.role !== 'assistant' || typeof message.content === 'string') return message
    const content = mapSame(message.content, (part) => {
      if (part.type !== 'tool-call' || part.providerExecuted === true) return part
      const encoded = encodeCall(part, encoder)
      names.set(part.toolCallId, encoded.toolName)
      return encoded
    })
    return content === message.content ? message : { ...message, content }
  })
}

/** Input that is text is JSON from the wire; everything else is a value. */
function encodeCall(part: ToolCallPart, encoder: CallEncoder): ToolCallPart {
  const { options } = encoder
  const replay = readReplay(part.providerOptions, options.issuer)
  if (replay !== undefined && isUnchanged(part, replay, encoder)) {
    return { ...part, toolName: replay.name, input: replay.args }
  }
  const compiled = encoder.entry(part.toolName)?.compiled
  const input = readInput(part.input, compiled)
  const args = input === undefined || compiled === undefined ? input : compiled.encode(input)
  const encoded = { ...part, toolName: encoder.wireName(part.toolName), input: toArguments(args) }
  return replay === undefined ? encoded : unbind(encoded, options)
}

/** Text is the JSON of the arguments (as OpenAI sends it, and `ai` 5 where it could not read it), unless the tool takes text. */
function readInput(input: unknown, compiled: CompiledTool['compiled']): unknown {
  if (typeof input !== 'string' || (compiled !== undefined && takes(compiled, input))) return input
  return readArguments(input, { isCut: true }).args ?? input
}

function takes(compiled: NonNullable<CompiledTool['compiled']>, value: unknown): boolean {
  try {
    return compiled.check(value).length === 0
  } catch (error) {
    if (ToolfitError.isInstance(error) && error.code === 'schema-async') return false
    throw error
  }
}

/** Arguments are an object on every wire. Anything else that a model sent is wrapped in one. */
function toArguments(args: unknown): unknown {
  if (args === undefined || args === null) return {}
  return isPlainObject(args) ? args : { value: args }
}

/** Whether the input is the one that was decoded, or what a runtime parsed from it: with the schema's defaults and transforms. */
function isUnchanged(part: ToolCallPart, replay: Replay, { entry }: CallEncoder): boolean {
  const compiled = entry(part.toolName)?.compiled
  try {
    // Parsed first, because text that a store cut off cannot be sent.
    const args: unknown = JSON.parse(replay.args)
    if (fingerprint(part.input) === replay.input) return true
    if (compiled === undefined) return false
    return deepEqual(compiled.receive(args).value, part.input)
  } catch (error) {
    // A schema with asynchronous checks, or a store that cut the text off: it may have changed.
    if (ToolfitError.isInstance(error) || error instanceof SyntaxError) return false
    throw error
  }
}

function unbind(part: ToolCallPart, { issuer, boundKeys = [], boundIn = [issuer] }: ToolCodecOptions): ToolCallPart {
  const bound = Object.entries(part.providerOptions ?? {}).map(([key, own]) => {
    if (!boundIn.includes(key) || !isPlainObject(own)) return [key, own]
    return [key, Object.fromEntries(Object.entries(own).filter(([inner]) => !boundKeys.includes(inner)))]
  })
  return part.providerOptions === undefined
    ? part
    : { ...part, providerOptions: Object.fromEntries(bound) as ProviderOptions }
}

interface CallDecoding {
  /** Undefined for a tool that is not in the set. */
  readonly entry: CompiledTool | undefined
  readonly issuer: string
  readonly isParsed: boolean
  /** Counts the values in the arguments. Throws where the calls have too many. */
  readonly count: (args: unknown, length: number) => void
  readonly steps: ToolCodecOptions['steps']
}

function decodeCall(call: ReplyToolCall, { entry, issuer, isParsed, count, steps }: CallDecoding): RunnableToolCall {
  if (call.providerExecuted === true) return call
  const toolName = entry?.toolName ?? call.toolName
  const text = call.input.trim() === '' ? '{}' : call.input
  const sent = parseJson(text)
  // The runtime reports it to the model.
  if (sent === undefined) return { ...call, toolName, input: text }
  // Groq writes null for no arguments. A known tool takes an object.
  const args = sent === null && entry?.compiled !== undefined ? {} : sent
  // The runtime reports that too. No tool takes it, and it is not sent back as it came.
  if (findShapeProblem(args, deepestAnswer) !== undefined) return { ...call, toolName, input: text }
  count(args, text.length)
  const { json, received } = receive(entry?.compiled, args, steps)
  return {
    ...call,
    toolName,
    input: json === sent ? text : (JSON.stringify(json) ?? '{}'),
    providerMetadata: keepReplay(call.providerMetadata, {
      by: issuer,
      name: call.toolName,
      args: text,
      input: fingerprint(json),
    }),
    ...(isParsed && received !== undefined ? { received } : {}),
  }
}

interface DecodedArguments {
  /** In the tool's own shape, repaired where that was needed. The runtime applies defaults and transforms. */
  readonly json: unknown
  /** Undefined where the schema has asynchronous checks, or there is none. */
  readonly received: ReceivedInput | undefined
}

function receive(
  compiled: CompiledTool['compiled'],
  args: unknown,
  steps: ToolCodecOptions['steps'],
): DecodedArguments {
  if (compiled === undefined) return { json: args, received: undefined }
  try {
    const received = compiled.receiveInput(args, steps)
    return { json: received.json, received }
  } catch (error) {
    if (!ToolfitError.isInstance(error) || error.code !== 'schema-async') throw error
    return { json: compiled.decode(args), received: undefined }
  }
}
