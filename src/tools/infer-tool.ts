import type { InferSchema } from './flexible-schema.ts'
import type { outputType } from './tool.ts'

/**
 * The type of a tool's parsed input. For tools of this package, of `ai` 5, 6 and 7, and written by hand.
 *
 * @example
 * ```ts
 * import { type InferToolInput, tool } from 'toolfit'
 * import { z } from 'zod'
 *
 * const weather = tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => `Sun in ${city}` })
 * const place: InferToolInput<typeof weather> = { city: 'Rome' }
 * ```
 */
// The type of every declared tool has `onInputAvailable`, with or without `execute`; a hand-written tool may have only a schema.
export type InferToolInput<TOOL> = TOOL extends { readonly onInputAvailable?: infer CALLBACK }
  ? 'onInputAvailable' extends keyof TOOL
    ? CALLBACK extends (options: infer OPTIONS) => unknown
      ? OPTIONS extends { readonly input: infer INPUT }
        ? INPUT
        : unknown
      : never
    : HandWrittenInput<TOOL>
  : HandWrittenInput<TOOL>

type HandWrittenInput<TOOL> = TOOL extends { readonly inputSchema: infer SCHEMA }
  ? InferSchema<SCHEMA>
  : TOOL extends { readonly parameters: infer SCHEMA }
    ? InferSchema<SCHEMA>
    : unknown

/**
 * The type of a tool's result: what `execute` returns (awaited) or yields, else the type of `outputSchema`.
 *
 * @example
 * ```ts
 * import { type InferToolOutput, tool } from 'toolfit'
 * import { z } from 'zod'
 *
 * const double = tool({ inputSchema: z.object({ n: z.number() }), execute: async ({ n }) => 2 * n })
 * const four: InferToolOutput<typeof double> = 4
 * ```
 */
export type InferToolOutput<TOOL> = TOOL extends { readonly [outputType]?: () => infer OUTPUT }
  ? typeof outputType extends keyof TOOL
    ? OUTPUT
    : ForeignOutput<TOOL>
  : ForeignOutput<TOOL>

type ForeignOutput<TOOL> = Returned<FieldOf<TOOL, 'execute'>, FieldOf<TOOL, 'outputSchema'>>

type FieldOf<TOOL, KEY> = KEY extends keyof TOOL ? Exclude<TOOL[KEY], undefined> : never

type Returned<EXECUTE, SCHEMA> = [EXECUTE] extends [never]
  ? InferSchema<SCHEMA>
  : EXECUTE extends (...args: never) => infer RETURN
    ? Settled<RETURN>
    : never

type Settled<RETURN> =
  RETURN extends AsyncIterable<infer YIELDED>
    ? YIELDED
    : RETURN extends PromiseLike<infer AWAITED>
      ? AWAITED extends AsyncIterable<infer YIELDED>
        ? YIELDED
        : AWAITED
      : RETURN

/** The type of a tool's `context`, from its `contextSchema`; `unknown` without one. */
export type InferToolContext<TOOL> = TOOL extends { readonly contextSchema?: infer SCHEMA }
  ? InferSchema<NonNullable<SCHEMA>>
  : unknown
