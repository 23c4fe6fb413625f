import type { ToolfitError } from '../core/errors.ts'
import type { Json, JsonObject } from '../core/json.ts'
import type { Change } from '../schema/change.ts'
import type { CompiledSchema } from '../schema/compiled-schema.ts'
import type { Issue } from '../schema/issue.ts'
import type { CompileOptions } from '../schema/options.ts'

/**
 * A tool set in any of these forms. The form is detected from its structure; a list may mix them.
 *
 * - a record `{ name: tool }`, where a tool is what `tool()` of the AI SDK returns: `inputSchema` (or `parameters`) is Zod, a
 *   Standard Schema, `jsonSchema()`, or a JSON Schema object;
 * - a list of OpenAI functions (Chat Completions, Responses, or the old `functions`), MCP tools, AI SDK function tools,
 *   Anthropic tools, Gemini declarations, or Gemini tools with `functionDeclarations`;
 * - a response to MCP's `tools/list`, also inside its JSON-RPC envelope;
 * - a whole OpenAI request, whose tools are compiled;
 * - a single tool with a name; `undefined` for no tools.
 *
 * The name, description, schema and `strict` of a tool are read. Everything else (`title`, `annotations`, `outputSchema`, `_meta`,
 * `execute`, `providerOptions` …) is ignored and not sent.
 */
export type ToolSetInput = object | undefined

/** How tools are compiled. Only `to` is required. */
export interface CompileToolsOptions extends Omit<CompileOptions, 'root' | 'onChange'> {
  /** For a tool that cannot be compiled: `throw`, or `skip` it and list it in `failures`. Default `throw`. */
  readonly onError?: 'throw' | 'skip'
}

/** A change and its tool. At the root, the keywords `name`, `strict` and `parameters` are those of the tool itself. */
export interface ToolChange extends Change {
  /** The tool's own name. */
  readonly tool: string
}

/** A tool that was skipped. */
export interface ToolFailure {
  /** The tool's own name; empty if it has none. */
  readonly tool: string
  /** Its index in the set. */
  readonly index: number
  readonly error: ToolfitError
}

/** A compiled tool. */
export interface CompiledTool {
  /** The tool's own name. */
  readonly toolName: string
  /** The name that is sent to the model. */
  readonly wireName: string
  readonly description?: string
  /** Undefined if the tool has no schema. */
  readonly compiled: CompiledSchema | undefined
  /** What is sent for this tool. */
  readonly declaration: JsonObject
}

/** A call from a provider's response, with parsed arguments. */
export interface WireCall {
  readonly name: string
  readonly args: unknown
}

/** A call in the tool's own shape. */
export interface ToolCall {
  readonly toolName: string
  readonly input: unknown
}

/** A model's call in the tool's own shape, and its issues. Do not run a call with an issue of level `error`. */
export interface ReceivedCall extends ToolCall {
  readonly issues: readonly Issue[]
}

/** A tool set fitted to a dialect, with functions to receive and encode its calls. They work without `this`. */
export interface CompiledTools {
  /** Ready to send as the provider's `tools`. Undefined if there are none: providers refuse an empty list. */
  readonly tools: Json | undefined
  /** Every keyword of every tool that was not sent unchanged, in the order of the tools. Collected on first access. */
  readonly changes: readonly ToolChange[]
  /** The tools that were skipped with `onError: 'skip'`. */
  readonly failures: readonly ToolFailure[]
  /** The tools that are sent, in order. */
  readonly entries: readonly CompiledTool[]
  /**
   * Turns a model's call into the tool's own shape: its own name, and arguments decoded, repaired and parsed. Missing arguments
   * count as `{}`, because providers omit an empty object. A tool without a schema accepts any object.
   * @throws ToolfitError `tool-unknown`; `schema-async` if a schema has asynchronous checks: use {@link receiveCallAsync}.
   */
  receiveCall(call: WireCall): ReceivedCall
  receiveCallAsync(call: WireCall): Promise<ReceivedCall>
  /**
   * Encodes a call in the tool's own shape for the wire, for a history that is sent again.
   * @throws ToolfitError `tool-unknown` for a tool that is not in this set.
   */
  encodeCall(call: ToolCall): WireCall
}
