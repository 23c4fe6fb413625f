import type { ToolfitError } from '../core/errors.ts'
import type { Json, JsonObject } from '../core/json.ts'
import type { Change } from '../schema/change.ts'
import type { CompiledSchema } from '../schema/compiled-schema.ts'
import type { Issue } from '../schema/issue.ts'
import type { CompileOptions } from '../schema/options.ts'

/**
 * A tool set, in any of these forms, each told by its structure; a list may mix them.
 *
 * - a record `{ name: tool }`, where a tool is what `tool()` of the AI SDK returns: `inputSchema` (or `parameters`) is Zod, a
 *   Standard Schema, `jsonSchema()`, or a JSON Schema object;
 * - a list of OpenAI functions (Chat Completions, Responses, or the old `functions`), MCP tools, AI SDK function tools,
 *   Anthropic tools, Gemini declarations, or Gemini tools with `functionDeclarations`;
 * - an answer to MCP's `tools/list`, also inside its JSON-RPC envelope;
 * - a whole OpenAI request, of which the tools are taken;
 * - a single tool that has a name; `undefined` for no tools.
 *
 * Of a tool its name, description, schema and `strict` are read. All else (`title`, `annotations`, `outputSchema`, `_meta`,
 * `execute`, `providerOptions` …) is the caller's own, and is not sent.
 */
export type ToolSetInput = object | undefined

/** How tools are compiled. Only `to` is needed. */
export interface CompileToolsOptions extends Omit<CompileOptions, 'root' | 'onChange'> {
  /** What a tool that cannot be compiled does: `throw`, or be left out and listed in `failures`. Default `throw`. */
  readonly onError?: 'throw' | 'skip'
}

/** A change, and the tool that it happened to. `name`, `strict` and `parameters` at the root are those of the tool itself. */
export interface ToolChange extends Change {
  /** The tool's own name. */
  readonly tool: string
}

/** A tool that was left out. */
export interface ToolFailure {
  /** The tool's own name; empty where it has none. */
  readonly tool: string
  /** Its place in the set. */
  readonly index: number
  readonly error: ToolfitError
}

/** One tool, compiled. */
export interface CompiledTool {
  /** The tool's own name. */
  readonly toolName: string
  /** The name that the model knows. */
  readonly wireName: string
  readonly description?: string
  /** Undefined where the tool has no schema at all. */
  readonly compiled: CompiledSchema | undefined
  /** What is sent for this tool. */
  readonly declaration: JsonObject
}

/** A call as a provider's response has it, its arguments parsed. */
export interface WireCall {
  readonly name: string
  readonly args: unknown
}

/** A call in the tool's own shape. */
export interface ToolCall {
  readonly toolName: string
  readonly input: unknown
}

/** A model's call in the tool's own shape, and what was wrong with it. Any issue of level `error` means: do not run it. */
export interface ReceivedCall extends ToolCall {
  readonly issues: readonly Issue[]
}

/** A tool set fitted to a dialect, and the ways back to the tools' own shapes. The functions work without `this`. */
export interface CompiledTools {
  /** Ready to send as the provider's `tools`. Undefined where there are none: providers refuse an empty list. */
  readonly tools: Json | undefined
  /** Every keyword of every tool that did not travel one to one, in the order of the tools. Gathered when first read. */
  readonly changes: readonly ToolChange[]
  /** The tools that were left out, with `onError: 'skip'`. */
  readonly failures: readonly ToolFailure[]
  /** One for each tool that is sent, in order. */
  readonly entries: readonly CompiledTool[]
  /**
   * Brings a model's call back: the tool's own name, its arguments decoded, mended, parsed. Arguments that are missing count
   * as `{}`: providers leave them out where there are none. A tool without a schema takes any object.
   * @throws ToolfitError `tool-unknown`; `schema-async` where a schema checks asynchronously: use {@link receiveCallAsync}.
   */
  receiveCall(call: WireCall): ReceivedCall
  receiveCallAsync(call: WireCall): Promise<ReceivedCall>
  /**
   * Turns a call in the tool's own shape into the wire's, for a history that is sent again.
   * @throws ToolfitError `tool-unknown` for a tool that is not in this set.
   */
  encodeCall(call: ToolCall): WireCall
}
