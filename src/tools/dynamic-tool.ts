import { ToolfitError } from '../core/errors.ts'
import type { FlexibleSchema } from './flexible-schema.ts'
import {
  type AnyTool,
  type ExecutableDefinition,
  type ExecutableTool,
  inputSchemaOf,
  type PlainFields,
  type ShowingFields,
  tool,
} from './tool.ts'

/** The definition of a dynamic tool. */
export interface DynamicDefinition
  extends Omit<ExecutableDefinition<unknown, unknown, unknown>, 'type' | 'inputSchema'> {
  /** The schema of the input, which is checked as usual. `z.unknown()` for anything. */
  inputSchema: FlexibleSchema<unknown>
}

/** A tool whose types are not known at compile time. */
export interface DynamicTool extends Omit<ExecutableTool<unknown, unknown, unknown>, 'type'> {
  readonly type: 'dynamic'
}

/** A {@link DynamicTool} for `ai` 5, 6 and 7: without `toModelOutput`, which `ai` 5 calls with other arguments. */
export interface PlainDynamicTool extends Omit<DynamicTool, 'description' | 'toModelOutput'> {
  readonly description?: string
  readonly toModelOutput?: never
}

/**
 * Defines a tool whose types are known only at run time: from an MCP server, a database or a plug-in. Its calls have
 * `dynamic: true`, and their input is `unknown`; it is checked against the schema as usual.
 *
 * @throws ToolfitError `tool-unreadable` without a schema.
 *
 * @example
 * ```ts
 * import { dynamicTool } from 'toolfit'
 *
 * const found = { name: 'echo', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } }
 * const echo = dynamicTool({ inputSchema: found.inputSchema, execute: (input) => input })
 * ```
 */
export function dynamicTool(definition: DynamicDefinition & PlainFields): PlainDynamicTool
export function dynamicTool(definition: DynamicDefinition & ShowingFields<unknown, unknown>): DynamicTool
export function dynamicTool(definition: object): object {
  const inputSchema = inputSchemaOf(definition as AnyTool)
  if (inputSchema === undefined || inputSchema === null) {
    const message = 'A dynamic tool needs an inputSchema. Pass z.unknown(), or { type: "object" }, for any input.'
    throw new ToolfitError('tool-unreadable', message)
  }
  return tool({ ...definition, inputSchema, type: 'dynamic' } as never)
}
