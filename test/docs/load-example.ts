import type { compileSchema } from '../../src/schema/compile.ts'
import type { CompileOptions } from '../../src/schema/options.ts'

/** What examples/awkward-tools says about one of its tools. The example is plain JavaScript: its types stand here. */
export interface AwkwardTool {
  readonly name: string
  readonly schema: () => unknown
  readonly options?: Partial<CompileOptions>
}

export interface Demonstration {
  readonly name: string
  readonly input: string
  readonly output: unknown
  readonly changes: readonly unknown[]
  readonly received: { readonly isValid: boolean; readonly value: unknown; readonly issues: readonly unknown[] }
}

interface Summary {
  readonly tools: number
}

interface Renderer {
  renderDemonstration(demonstration: Demonstration): string
  renderSummary(summary: Summary): string
}

export const { tools } = await load<{ tools: readonly AwkwardTool[] }>('tools')
export const { demonstrate } = await load<{
  demonstrate(tool: AwkwardTool, compile: typeof compileSchema): Demonstration
}>('demonstrate')
export const { createRenderer } = await load<{ createRenderer(isColoured: boolean): Renderer }>('render')
export const { summarise } = await load<{ summarise(shown: readonly Demonstration[]): Summary }>('summarise')
export const { compactJson } = await load<{ compactJson(value: unknown, width: number): string }>('compact-json')

async function load<T>(name: string): Promise<T> {
  return (await import(new URL(`../../examples/awkward-tools/${name}.js`, import.meta.url).href)) as T
}
