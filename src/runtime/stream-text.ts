import type { ToolSet } from '../tools/tool.ts'
import { createRun } from './create-run.ts'
import type { RunOptions } from './options.ts'
import type { InferOutput, OutputSource } from './output/output.ts'
import { createStreamResult, type StreamResult } from './stream-result.ts'

/** What `streamText` takes. */
export type StreamTextOptions<
  TOOLS extends ToolSet = ToolSet,
  OUTPUT extends OutputSource | undefined = undefined,
> = RunOptions<TOOLS, OUTPUT>

/** What `streamText` gives. */
export type StreamTextResult<
  TOOLS extends ToolSet = ToolSet,
  OUTPUT extends OutputSource | undefined = undefined,
> = StreamResult<TOOLS, InferOutput<OUTPUT>, OUTPUT>

/**
 * {@link generateText} as it happens: returns at once, and streams text, calls and results. Reading any of its streams, or awaiting
 * any of its promises, makes it go on; each reader sees everything. Errors come as parts (`error`, `abort`), and reject the promises;
 * a promise that nobody awaits is no unhandled rejection.
 *
 * @throws ToolfitError `prompt-invalid`, `model-unreadable`, `option-invalid`: what is wrong with the options themselves.
 *
 * @example
 * ```ts
 * import { streamText } from 'toolfit'
 * import { createEmulator } from 'toolfit/emulator'
 * import { gemini } from 'toolfit/gemini'
 *
 * const emulator = createEmulator()
 * emulator.script([{ reply: 'Sunny, 31 degrees.' }])
 * const { textStream, usage } = streamText({
 *   model: gemini('gemini-3-flash-preview', { apiKey: 'any', fetch: (url, init) => emulator(new Request(url, init)) }),
 *   prompt: 'How is the weather in Rome?',
 * })
 * let text = ''
 * for await (const piece of textStream) text += piece
 * text // 'Sunny, 31 degrees.'
 * await usage
 * ```
 */
export function streamText<
  TOOLS extends ToolSet = Record<never, never>,
  const OUTPUT extends OutputSource | undefined = undefined,
>(
  options: StreamTextOptions<NoInfer<TOOLS>, OUTPUT> & { readonly tools?: TOOLS | undefined },
): StreamTextResult<TOOLS, OUTPUT> {
  const run = createRun(options as unknown as RunOptions, 'streamText')
  return createStreamResult(run) as unknown as StreamTextResult<TOOLS, OUTPUT>
}
