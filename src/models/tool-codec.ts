import { ToolfitError } from '../core/errors.ts'
import { freezeJson, isFrozenJson } from '../core/frozen-json.ts'
import { deepEqual, isPlainObject, type Json } from '../core/json.ts'
import { mapSame } from '../core/map-same.ts'
import type { AnyModelMessage, AnyToolResultPart, ProviderOptions, ToolCallPart } from '../core/message.ts'
import type { DialectId } from '../schema/dialects/index.ts'
import { compileTools } from '../tools/compile-tools.ts'
import type { CompiledTool, CompiledTools } from '../tools/compiled-tools.ts'
import { envelopeFor } from '../tools/envelopes.ts'
import { fitName } from '../tools/fit-name.ts'
import type { ReplyToolCall } from '../wire/model-reply.ts'
import type { RequestWarning, ToolChoice } from '../wire/model-request.ts'
import { readArguments } from '../wire/read-arguments.ts'
import { fingerprint, keepReplay, type Replay, readReplay } from './replay.ts'
import type { ModelFunctionTool, ModelTool } from './versions/language-model.ts'

/** Between the tools' own shapes and a provider's, for one call of a model. */
export interface ToolCodec {
  readonly compiled: CompiledTools
  /** Ready to send; undefined where there are none. */
  readonly tools: Json | undefined
  /** The JSON of {@link tools}, which is the same for every call with these tools: written once. */
  text(): string
  /** The same in UTF-8. */
  bytes(): Uint8Array
  /** Tools that had to be left out. */
  readonly warnings: readonly RequestWarning[]
  /** The name under which the provider knows a tool, also one that is not in the set. */
  wireName(toolName: string): string
  /** The tool's own name behind a name of the provider's. */
  toolName(wireName: string): string
  encodeChoice(choice: ToolChoice | undefined): ToolChoice | undefined
  /** Messages whose calls and results are the wire's. What came from this provider, and is unchanged, goes back as it came. */
  encodeMessages(messages: readonly AnyModelMessage[]): AnyModelMessage[]
  /** A call of the model in the tool's own shape. One that cannot be decoded stays as it is: whoever runs it says what is wrong. */
  decodeCall(call: ReplyToolCall): ReplyToolCall
  /** Whether the wire's arguments are the tool's own, so that they can be shown while they stream. */
  isPlain(wireName: string): boolean
}

export interface ToolCodecOptions {
  readonly to: DialectId
  /** Who issues calls, and gets them back: the provider's key in `providerMetadata`. */
  readonly issuer: string
  /** Keys in the issuer's data of a call that are void once its input was changed: signatures bind to content. */
  readonly boundKeys?: readonly string[]
  /** Whose data those keys stand in. Default: the issuer's. */
  readonly boundIn?: readonly string[]
  /** Compiled sets are shared within a scope only: one client of a gateway must not learn from timing what another sent. */
  readonly scope?: string | undefined
}

export function createToolCodec(tools: readonly ModelTool[] | undefined, options: ToolCodecOptions): ToolCodec {
  const { compiled, byWireName, byToolName, tools: sent, text, bytes, calls } = recall(tools, options)
  const rule = envelopeFor(options.to).name
  const wireName = (name: string) => byToolName.get(name)?.wireName ?? (rule === undefined ? name : fitName(name, rule))
  const encoder: CallEncoder = { options, wireName, calls, entry: (name) => byToolName.get(name) }
  return {
    compiled,
    tools: sent,
    text,
    bytes,
    warnings: compiled.failures.map(({ tool, error }) => ({
      type: 'unsupported',
      feature: `tool ${JSON.stringify(tool)}`,
      details: `It is left out. ${error.message}`,
    })),
    wireName,
    toolName: (name) => byWireName.get(name)?.toolName ?? name,
    encodeChoice: (choice) =>
      choice?.type === 'tool' ? { type: 'tool', toolName: wireName(choice.toolName) } : choice,
    encodeMessages: (messages) => encodeMessages(messages, encoder),
    decodeCall: (call) => decodeCall(call, byWireName.get(call.toolName), options.issuer),
    isPlain: (name) => !byWireName.get(name)?.compiled?.changes.some(({ effect }) => effect === 'encoded'),
  }
}

/** A set that was compiled, and what is found in it again and again. */
interface KnownSet {
  readonly compiled: CompiledTools
  readonly byWireName: ReadonlyMap<string, CompiledTool>
  readonly byToolName: ReadonlyMap<string, CompiledTool>
  readonly tools: Json | undefined
  readonly text: () => string
  readonly bytes: () => Uint8Array
  /** Calls that cannot change, as they are sent. */
  readonly calls: WeakMap<ToolCallPart, ToolCallPart>
}

function describe(compiled: CompiledTools): KnownSet {
  let text: string | undefined
  let bytes: Uint8Array | undefined
  // A copy, each time that it is read.
  const { tools } = compiled
  return {
    compiled,
    tools,
    byWireName: new Map(compiled.entries.map((entry) => [entry.wireName, entry])),
    byToolName: new Map(compiled.entries.map((entry) => [entry.toolName, entry])),
    text() {
      text ??= JSON.stringify(tools)
      return text
    },
    bytes() {
      bytes ??= new TextEncoder().encode(JSON.stringify(tools))
      return bytes
    },
    calls: new WeakMap(),
  }
}

/** Sets that cannot change, by what they are: see `freezeJson`. To write one as a key would cost more than all that is done with it. */
const frozenSets = new WeakMap<object, Map<DialectId, KnownSet>>()

function recall(tools: readonly ModelTool[] | undefined, { to, scope = '' }: ToolCodecOptions): KnownSet {
  if (tools === undefined || tools.length === 0) return compileNone(to)
  if (!isFrozenJson(tools)) return compile(tools, to, scope)
  const sets = frozenSets.get(tools) ?? new Map<DialectId, KnownSet>()
  const set = sets.get(to) ?? compile(tools, to, scope)
  frozenSets.set(tools, sets.set(to, set))
  return set
}

/** No tools: what most calls have that are not an agent's. */
const emptySets = new Map<DialectId, KnownSet>()

function compileNone(to: DialectId): KnownSet {
  const set = emptySets.get(to) ?? describe(compileTools([], { to }))
  emptySets.set(to, set)
  return set
}

/** Sets that were compiled, by their JSON: the AI SDK makes its tools anew for every call. */
const cache = new Map<string, KnownSet>()
const mostSets = 32

/** A set with a longer key is compiled each time: keys are held in memory. */
const longestKey = 1_000_000

function compile(tools: readonly ModelTool[], to: DialectId, scope: string): KnownSet {
  const functions = tools.filter((tool): tool is ModelFunctionTool => tool.type === 'function')
  const make = () => describe(compileTools(functions, { to, onError: 'skip' }))
  const key = keyOf(functions, `${scope} ${to}`)
  if (key === undefined || key.length > longestKey) return make()
  const known = cache.get(key)
  const compiled = known ?? make()
  // Back to the end: what is used is not forgotten.
  cache.delete(key)
  cache.set(key, compiled)
  if (cache.size > mostSets) cache.delete(cache.keys().next().value!)
  return compiled
}

/** Undefined where the schemas are no JSON: the compiler says what is wrong with those that should be. */
function keyOf(functions: readonly ModelFunctionTool[], prefix: string): string | undefined {
  if (!functions.every(({ inputSchema }) => isJsonSchema(inputSchema))) return undefined
  const parts = functions.map(({ name, description, inputSchema, strict }) => [name, description, inputSchema, strict])
  try {
    return `${prefix} ${JSON.stringify(parts)}`
  } catch {
    // A schema that contains itself, or nests too deep.
    return undefined
  }
}

/** Data, and no schema of a library: those are cached by what they are. */
function isJsonSchema(schema: unknown): boolean {
  return (
    isPlainObject(schema) && Object.getOwnPropertySymbols(schema).length === 0 && !Object.hasOwn(schema, '~standard')
  )
}

interface CallEncoder {
  readonly options: ToolCodecOptions
  readonly calls: KnownSet['calls']
  wireName(toolName: string): string
  entry(toolName: string): CompiledTool | undefined
}

function encodeMessages(messages: readonly AnyModelMessage[], encoder: CallEncoder): AnyModelMessage[] {
  /** A result is called as its call was. */
  const names = new Map<string, string>()
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
      const encoded = recallCall(part, encoder)
      names.set(part.toolCallId, encoded.toolName)
      return encoded
    })
    return content === message.content ? message : { ...message, content }
  })
}

function recallCall(part: ToolCallPart, encoder: CallEncoder): ToolCallPart {
  const before = encoder.calls.get(part)
  if (before !== undefined) return before
  const encoded = encodeCall(part, encoder)
  // With data of a provider it also depends on whom it goes to.
  if (part.providerOptions === undefined && isFrozenJson(part)) encoder.calls.set(part, freezeJson(encoded))
  return encoded
}

/** A text in the place of `input` is JSON that came over the wire; everything else is a value. */
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

/** A text is JSON of the arguments (so OpenAI has it, and `ai` 5 where it could not be read), unless the tool takes texts. */
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

/** Arguments are an object on every wire. What a model sent instead of one is still told. */
function toArguments(args: unknown): unknown {
  if (args === undefined || args === null) return {}
  return isPlainObject(args) ? args : { value: args }
}

/** As it was given out, or as a runtime parsed it: with the defaults that the schema names. */
function isUnchanged(part: ToolCallPart, replay: Replay, { entry }: CallEncoder): boolean {
  const compiled = entry(part.toolName)?.compiled
  try {
    // First of all: what a store cut off cannot be sent.
    const args: unknown = JSON.parse(replay.args)
    if (fingerprint(part.input) === replay.input) return true
    if (compiled === undefined) return false
    return deepEqual(compiled.receive(args).value, part.input)
  } catch (error) {
    // A schema with asynchronous checks, or a store that cut the text: nothing proves that it is the same.
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

function decodeCall(call: ReplyToolCall, entry: CompiledTool | undefined, issuer: string): ReplyToolCall {
  if (call.providerExecuted === true) return call
  const text = call.input.trim() === '' ? '{}' : call.input
  const input = decodeArguments(text, entry)
  return {
    ...call,
    toolName: entry?.toolName ?? call.toolName,
    input: input.text,
    ...(input.isJson && {
      providerMetadata: keepReplay(call.providerMetadata, {
        by: issuer,
        name: call.toolName,
        args: text,
        input: fingerprint(input.value),
      }),
    }),
  }
}

interface DecodedArguments {
  readonly text: string
  readonly isJson: boolean
  /** What the text is, where it is JSON. */
  readonly value?: unknown
}

function decodeArguments(text: string, entry: CompiledTool | undefined): DecodedArguments {
  let args: unknown
  try {
    args = JSON.parse(text)
  } catch {
    // Whoever runs the tool is told what the model wrote, and tells the model.
    return { text, isJson: false }
  }
  const compiled = entry?.compiled
  if (compiled === undefined) return { text, isJson: true, value: args }
  const own = JSON.stringify(receive(compiled, args)) ?? '{}'
  // Most calls need no decoding: what was parsed is what the text is.
  return { text: own, isJson: true, value: own === text ? args : JSON.parse(own) }
}

/** What the model meant, mended where it had to be. Defaults and transforms are for the one who runs the tool. */
function receive(compiled: NonNullable<CompiledTool['compiled']>, args: unknown): unknown {
  try {
    const { value, issues } = compiled.receive(args)
    return issues.some(({ level }) => level === 'warning') ? value : compiled.decode(args)
  } catch (error) {
    if (ToolfitError.isInstance(error) && error.code === 'schema-async') return compiled.decode(args)
    throw error
  }
}
