import { ToolfitError } from '../core/errors.ts'
import type { ToolFailure } from './compiled-tools.ts'
import type { ListedTool } from './list-tools.ts'
import { listTools } from './list-tools.ts'
import { readTool } from './read-tool.ts'
import type { ToolParts } from './tool-parts.ts'

/** A tool in its place: read, or not readable. */
export type ReadTool = { readonly index: number } & (
  | { readonly parts: ToolParts; readonly failure?: undefined }
  | { readonly failure: ToolFailure; readonly parts?: undefined }
)

/**
 * Reads every tool of a set. One that cannot be read, or has the name of one before it, is a failure in its place.
 *
 * @throws ToolfitError `tools-unreadable` where the set itself is none.
 */
export function readTools(tools: unknown): readonly ReadTool[] {
  const names = new Set<string>()
  return listTools(tools).map((listed, index): ReadTool => {
    let parts: ToolParts
    try {
      if (listed.thrown !== undefined) throw listed.thrown.error
      parts = readTool(listed.value, listed.key)
    } catch (error) {
      return { index, failure: failTool(nameOf(listed), index, error) }
    }
    if (names.has(parts.name)) return { index, failure: failTool(parts.name, index, duplicate()) }
    names.add(parts.name)
    return { index, parts }
  })
}

/** Why a tool is left out, with its name and place. The code of the cause is kept. */
export function failTool(tool: string, index: number, cause: unknown): ToolFailure {
  const isOurs = ToolfitError.isInstance(cause)
  const reason = cause instanceof Error ? cause.message : String(cause)
  const which = tool === '' ? `Tool ${index}` : `Tool ${index} ("${tool.length > 80 ? `${tool.slice(0, 80)}…` : tool}")`
  const evidence = isOurs ? cause.evidence : {}
  const error = new ToolfitError(
    isOurs ? cause.code : 'tool-unreadable',
    `${which}: ${reason}`,
    { ...evidence, tool, index },
    { cause },
  )
  return { tool, index, error }
}

function duplicate(): ToolfitError {
  return new ToolfitError('tool-name-duplicate', 'A tool before it has the same name. Rename one of them.')
}

/** The name of a tool that could not be read, as far as it has one. */
function nameOf({ key, value }: ListedTool): string {
  if (key !== undefined) return key
  try {
    const { name, function: inner } = (value ?? {}) as { readonly name?: unknown; readonly function?: unknown }
    const own = name ?? (inner as { readonly name?: unknown } | null | undefined)?.name
    return typeof own === 'string' && typeof value === 'object' ? own : ''
  } catch {
    // A getter that throws has been reported as the failure itself.
    return ''
  }
}
