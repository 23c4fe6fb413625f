import type { ToolSet } from '../../tools/tool.ts'

/** The tools whose names are listed; all of them where there is no list. */
export function filterActiveTools<TOOLS extends ToolSet>({
  tools,
  activeTools,
}: {
  readonly tools: TOOLS | undefined
  readonly activeTools?: readonly (keyof TOOLS)[] | undefined
}): Partial<TOOLS> | undefined {
  if (tools === undefined || activeTools === undefined) return tools
  return Object.fromEntries(Object.entries(tools).filter(([name]) => activeTools.includes(name))) as Partial<TOOLS>
}
