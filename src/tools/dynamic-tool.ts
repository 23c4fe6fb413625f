import { ToolfitError } from '../core/errors.ts'
import type { FlexibleSchema } from './flexible-schema.ts'
import { type AnyTool, type ExecutableTool, inputSchemaOf, tool } from './tool.ts'
import type { ExecutableDefinition, PlainFields, ShowingFields } from './tool-definition.ts'

/** What {@link dynamicTool} takes. */
export interface DynamicDefinition
  extends Omit<ExecutableDefinition<unknown, unknown, unknown>, 'type' | 'inputSchema'> {
  /** What the input looks like: it is checked all the same. `z.unknown()` for anything. */
  inputSchema: FlexibleSchema<unknown>
}

/** A tool whose types are not known before the program runs. */
export interface DynamicTool extends Omit<ExecutableTool<unknown, unknown, unknown>, 'type'> {
  readonly type: 'dynamic'
}

/** A {@link DynamicTool} for `ai` 5, 6 and 7: without `toModelOutput`, which `ai` 5 calls with other arguments. */
export interface PlainDynamicTool extends Omit<DynamicTool, 'description' | 'toModelOutput'> {
  readonly description?: string
  readonly toModelOutput?: never
}

/**
 * Defines a tool whose types are known only when the program runs: one of an MCP server, of a database, of a plug-in. Its calls
 * carry `dynamic: true`, and their input is `unknown`; it is checked against the schema like any other.
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
    const message =
      'A dynamic tool needs an inputSchema. Pass z.unknown(), or { type: "object" }, where any input will do.'
    throw new ToolfitError('tool-unreadable', message)
  }
  return tool({ ...definition, inputSchema, type: 'dynamic' } as never)
}
