import { ToolfitError } from '../core/errors.ts'
import { compileSchema, compileSchemaAsync, compileSchemaInSteps } from '../schema/compile.ts'
import type { CompiledSchema } from '../schema/compiled-schema.ts'
import { type CompileOptions, otherOptions, readOptions } from '../schema/options.ts'
import type { CompiledTools, CompileToolsOptions, ToolFailure, ToolSetInput } from './compiled-tools.ts'
import { createCompiledTools, type ReadyTool } from './create-compiled-tools.ts'
import { envelopeFor } from './envelopes.ts'
import { failTool, type ReadTool, readTools } from './read-tools.ts'

/**
 * Fits a tool set of any form to a dialect: what to send as `tools`, and how to read the calls that come back. Every change is
 * reported.
 *
 * The set is not changed. Compiling an unchanged tool set again is a cache lookup; added and replaced tools are noticed, a schema
 * that was changed in place is not. Names that the provider refuses are fitted, and calls get the tool's own name back.
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
  const cached = cachedTools(reads, options)
  if (cached !== undefined) return cached
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
 * may be a promise too.
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
  const cached = cachedTools(reads, options)
  if (cached !== undefined) return cached
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

/**
 * Compiles the schemas of a set for callers that others wait for: `pause` is awaited between two steps. The schemas are cached, so that
 * {@link compileTools} with the same tools and options finds them, and reports those that cannot be compiled.
 */
export async function compileToolsInSteps(
  tools: ToolSetInput,
  options: CompileToolsOptions,
  pause: () => Promise<void> | undefined,
): Promise<void> {
  const schemaOptions = toSchemaOptions(options)
  for (const { parts } of readTools(tools)) {
    try {
      if (parts?.schema !== undefined) await compileSchemaInSteps(parts.schema, schemaOptions, pause)
    } catch (error) {
      if (!ToolfitError.isInstance(error)) throw error
    }
    await pause()
  }
}

type Outcome =
  | { readonly failure: ToolFailure; readonly parts?: undefined }
  | (ReadyTool & { readonly compiled: CompiledSchema | undefined; readonly failure?: undefined })

/** The checked options of each schema. A wrong option is reported once, not as a failure of every tool. */
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
  cacheTools(reads, options, compiled)
  return compiled
}

/** A compiled set and what it was compiled from. */
interface CacheEntry {
  /** See {@link optionsKey}. */
  readonly options: string
  readonly reads: readonly ReadTool[]
  readonly compiled: CompiledTools
}

/**
 * Keyed by the first tool of a set, because callers often build a new set of the same tools for every request. The parts of every
 * tool are compared, so that a changed tool is compiled again.
 */
const cache = new WeakMap<object, CacheEntry[]>()

/** How many sets with the same first tool are cached: the active tools may differ from step to step. */
const maxSets = 8

function cachedTools(reads: readonly ReadTool[], options: CompileToolsOptions): CompiledTools | undefined {
  // `readOptions` reports missing options.
  if (typeof options !== 'object' || options === null) return undefined
  const key = keyOf(reads)
  const entries = key === undefined ? undefined : cache.get(key)
  if (entries === undefined) return undefined
  const wanted = optionsKey(options)
  return entries.find((entry) => entry.options === wanted && isSameSet(entry.reads, reads))?.compiled
}

function cacheTools(reads: readonly ReadTool[], options: CompileToolsOptions, compiled: CompiledTools): void {
  const key = keyOf(reads)
  if (key === undefined) return
  const entry: CacheEntry = { options: optionsKey(options), reads, compiled }
  const earlier = cache.get(key) ?? []
  cache.set(key, [entry, ...earlier.slice(0, maxSets - 1)])
}

function optionsKey(options: CompileToolsOptions): string {
  return JSON.stringify([options.to, options.onError, otherOptions(options)])
}

function keyOf(reads: readonly ReadTool[]): object | undefined {
  return reads[0]?.parts?.original
}

function isSameSet(left: readonly ReadTool[], right: readonly ReadTool[]): boolean {
  return left.length === right.length && left.every((read, index) => isSame(read, right[index]!))
}

function isSame({ parts, failure }: ReadTool, other: ReadTool): boolean {
  if (parts === undefined || other.parts === undefined) {
    return failure?.error.message === other.failure?.error.message && failure?.error.code === other.failure?.error.code
  }
  return (
    parts.original === other.parts.original &&
    parts.schema === other.parts.schema &&
    parts.name === other.parts.name &&
    parts.description === other.parts.description &&
    parts.strict === other.parts.strict &&
    parts.isOpenai === other.parts.isOpenai
  )
}
