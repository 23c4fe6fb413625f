import { otherOptions } from '../schema/options.ts'
import type { CompiledTools, CompileToolsOptions } from './compiled-tools.ts'
import type { ReadTool } from './read-tools.ts'

/** A compiled set, with all that it was made from. */
interface CacheEntry {
  readonly to: CompileToolsOptions['to']
  readonly onError: CompileToolsOptions['onError']
  readonly others: string | undefined
  readonly reads: readonly ReadTool[]
  readonly compiled: CompiledTools
}

/**
 * By the first tool of a set: a set that is spelled out anew for every request holds the same tools, and a list that has
 * grown does not. What was read of each tool is compared, so a tool that was changed is compiled again.
 */
const cache = new WeakMap<object, CacheEntry[]>()

/** As many sets may begin with the same tool before the oldest is forgotten: active tools differ from step to step. */
const most = 8

/** The set as it was compiled before, if it was. */
export function recallTools(reads: readonly ReadTool[], options: CompileToolsOptions): CompiledTools | undefined {
  const key = keyOf(reads)
  const entries = key === undefined ? undefined : cache.get(key)
  if (entries === undefined) return undefined
  const { to, onError } = options
  const others = otherOptions(options)
  return entries.find(
    (entry) => entry.to === to && entry.onError === onError && entry.others === others && isSameSet(entry.reads, reads),
  )?.compiled
}

export function rememberTools(reads: readonly ReadTool[], options: CompileToolsOptions, compiled: CompiledTools): void {
  const key = keyOf(reads)
  if (key === undefined) return
  const { to, onError } = options
  const entry: CacheEntry = { to, onError, others: otherOptions(options), reads, compiled }
  const known = cache.get(key) ?? []
  cache.set(key, [entry, ...known.slice(0, most - 1)])
}

function keyOf(reads: readonly ReadTool[]): object | undefined {
  return reads[0]?.parts?.given
}

function isSameSet(left: readonly ReadTool[], right: readonly ReadTool[]): boolean {
  return left.length === right.length && left.every((read, index) => isSame(read, right[index]!))
}

function isSame({ parts, failure }: ReadTool, other: ReadTool): boolean {
  if (parts === undefined || other.parts === undefined) {
    return failure?.error.message === other.failure?.error.message && failure?.error.code === other.failure?.error.code
  }
  return (
    parts.given === other.parts.given &&
    parts.schema === other.parts.schema &&
    parts.name === other.parts.name &&
    parts.description === other.parts.description &&
    parts.strict === other.parts.strict &&
    parts.isOpenai === other.parts.isOpenai
  )
}
