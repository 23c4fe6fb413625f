import type { ProviderOptions } from '../../core/message.ts'
import type { Untyped } from '../../tools/flexible-schema.ts'
import type { AnyTool, ToolSet } from '../../tools/tool.ts'

/** How a tool calls others: in this program, as the code mode of `ai` does, or at the provider. */
export type ToolCallerDefinition =
  | {
      readonly type: 'local'
      /** Makes the tool that runs, with the tools that it may call. */
      readonly bind: (tools: Untyped) => AnyTool
      /** Tells the model about these tools in a message. The model then sees the tool as it is without them. */
      readonly prepareModelMessage?: ((tools: Untyped) => string | undefined) | undefined
    }
  | {
      readonly type: 'provider'
      /** Makes the `providerOptions` of a tool that the provider may call. */
      readonly prepareProviderOptions: (providerOptions: Untyped) => ProviderOptions
    }

/** A tool that calls other tools. */
export type Experimental_ToolCallerTool<TOOL extends AnyTool = AnyTool> = TOOL & {
  readonly experimental_toolCaller: ToolCallerDefinition
}

type CallerName<TOOLS extends ToolSet> = {
  [NAME in keyof TOOLS]: TOOLS[NAME] extends { readonly experimental_toolCaller: unknown } ? NAME : never
}[keyof TOOLS] &
  string

/** Who may call each tool: tools that call others, by their names, and the model (`'AI_SDK_DIRECT_TOOL_CALL'`). */
export type Experimental_ToolCallers<TOOLS extends ToolSet> = {
  readonly [NAME in keyof TOOLS]?: readonly ('AI_SDK_DIRECT_TOOL_CALL' | CallerName<TOOLS>)[] | undefined
}

/**
 * Makes a tool one that calls other tools. The option `experimental_toolCallers` says which.
 *
 * @example
 * ```ts
 * import { experimental_toolCaller, tool } from 'toolfit'
 * import { z } from 'zod'
 *
 * const batch = tool({ inputSchema: z.object({ cities: z.array(z.string()) }) })
 * const caller = experimental_toolCaller(batch, {
 *   type: 'local',
 *   bind: ({ weather }) => ({
 *     ...batch,
 *     execute: ({ cities }, options) => Promise.all(cities.map((city: string) => weather.execute({ city }, options))),
 *   }),
 * })
 * caller.experimental_toolCaller.type // 'local'
 * ```
 */
export function experimental_toolCaller<TOOL extends AnyTool>(
  tool: TOOL,
  definition: ToolCallerDefinition,
): Experimental_ToolCallerTool<TOOL> {
  return Object.defineProperty({ ...tool }, 'experimental_toolCaller', {
    value: definition,
  }) as Experimental_ToolCallerTool<TOOL>
}
