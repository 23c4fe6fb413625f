import { ToolfitError } from '../core/errors.ts'
import { compileSchema, compileSchemaAsync } from '../schema/compile.ts'
import type { CompiledSchema } from '../schema/compiled-schema.ts'
import type { CompileOptions } from '../schema/options.ts'
import { readOptions } from '../schema/options.ts'
import type { CompiledTools, CompileToolsOptions, ToolFailure, ToolSetInput } from './compiled-tools.ts'
import type { ReadyTool } from './create-compiled-tools.ts'
import { createCompiledTools } from './create-compiled-tools.ts'
import { envelopeFor } from './envelopes.ts'
import type { ReadTool } from './read-tools.ts'
import { failTool, readTools } from './read-tools.ts'
import { recallTools, rememberTools } from './tool-set-cache.ts'

/**
 * Fits a tool set of any form to a dialect, with nothing silently lost: what to send as `tools`, and the way back for the
 * calls that come.
 *
 * The set is not changed. The same tools, compiled again with the same options, cost a comparison; a tool that was added or
 * replaced is noticed, a schema that was changed in place is not. Names that the provider refuses are fitted, and calls
 * brought back to the tool's own name.
 *
 * @throws ToolfitError `tools-unreadable`, `dialect-unknown`, `option-invalid`; and, unless `onError: 'skip'` leaves such
 * tools out, the first failure of a tool: `tool-unreadable`, `tool-name-duplicate`, or a code of `compileSchema`. `evidence`
 * has the `tool` and its `index`.
 *
 * @example
 * ```ts
 * import { compileTools } from 'toolfit'
 * import { z } from 'zod'
 *
 * const compiled = compileTools(
 *   { 'notes/add': { description: 'Adds a note.', inputSchema: z.object({ tags: z.record(z.string(), z.number()) }) } },
 *   { to: 'gemini' },
 * )
 * compiled.tools // ready to send: [{ functionDeclarations: [{ name: 'notes_add', … }] }]
 * compiled.changes // says that the name was fitted, and the record sent as a list of entries
 *
 * const call = compiled.receiveCall({ name: 'notes_add', args: { tags: [{ key: 'urgent', value: 1 }] } })
 * call // { toolName: 'notes/add', input: { tags: { urgent: 1 } }, issues: [] }
 * ```
 */
export function compileTools(tools: ToolSetInput, options: CompileToolsOptions): CompiledTools {
  const reads = readTools(tools)
  const known = recall(reads, options)
  if (known !== undefined) return known
  const schemaOptions = toSchemaOptions(options)
  const outcomes = reads.map((read): Outcome => {
    if (read.parts === undefined) return read
    const { schema } = read.parts
    try {
      return { parts: read.parts, compiled: schema === undefined ? undefined : compileSchema(schema, schemaOptions) }
    } catch (error) {
      return { failure: failTool(read.parts.name, read.index, error) }
    }
  })
  return finish(reads, outcomes, options)
}

/**
 * Like {@link compileTools}, for schemas that can only be read asynchronously: lazy and promised `jsonSchema()`. The set itself
 * may be promised too.
 *
 * @example
 * ```ts
 * import { compileToolsAsync } from 'toolfit'
 *
 * const inputSchema = Promise.resolve({ type: 'object', properties: { city: { type: 'string' } } })
 * const compiled = await compileToolsAsync({ weather: { inputSchema } }, { to: 'openai' })
 * compiled.receiveCall({ name: 'weather', args: { city: 'Oslo' } }) // { toolName: 'weather', input: { city: 'Oslo' }, issues: [] }
 * ```
 */
export async function compileToolsAsync(
  tools: ToolSetInput | PromiseLike<ToolSetInput>,
  options: CompileToolsOptions,
): Promise<CompiledTools> {
  const reads = readTools(await tools)
  const known = recall(reads, options)
  if (known !== undefined) return known
  const schemaOptions = toSchemaOptions(options)
  const outcomes = await Promise.all(
    reads.map(async (read): Promise<Outcome> => {
      if (read.parts === undefined) return read
      const { schema } = read.parts
      try {
        const compiled = schema === undefined ? undefined : await compileSchemaAsync(schema, schemaOptions)
        return { parts: read.parts, compiled }
      } catch (error) {
        return { failure: failTool(read.parts.name, read.index, error) }
      }
    }),
  )
  return finish(reads, outcomes, options)
}

type Outcome =
  | { readonly failure: ToolFailure; readonly parts?: undefined }
  | (ReadyTool & { readonly compiled: CompiledSchema | undefined; readonly failure?: undefined })

function recall(reads: readonly ReadTool[], options: CompileToolsOptions): CompiledTools | undefined {
  // Missing options are for `readOptions` to explain.
  return typeof options === 'object' && options !== null ? recallTools(reads, options) : undefined
}

/** The options of each schema, checked: a wrong option is the caller's mistake, not a failure of every tool. */
function toSchemaOptions(options: CompileToolsOptions): CompileOptions {
  const { onError, ...others } = options ?? {}
  if (onError !== undefined && onError !== 'throw' && onError !== 'skip') {
    const message = `onError must be "throw" or "skip", got ${JSON.stringify(onError)}.`
    throw new ToolfitError('option-invalid', message, { name: 'onError', value: onError })
  }
  const schemaOptions = { ...others, root: 'object', onChange: 'collect' } as const
  readOptions(schemaOptions)
  return schemaOptions
}

function finish(reads: readonly ReadTool[], outcomes: readonly Outcome[], options: CompileToolsOptions): CompiledTools {
  const failures = outcomes.flatMap(({ failure }) => failure ?? [])
  if (failures.length > 0 && options.onError !== 'skip') throw failures[0]!.error
  const ready = outcomes.flatMap((outcome) => (outcome.parts === undefined ? [] : [outcome]))
  const compiled = createCompiledTools(ready, Object.freeze(failures), envelopeFor(options.to))
  rememberTools(reads, options, compiled)
  return compiled
}
