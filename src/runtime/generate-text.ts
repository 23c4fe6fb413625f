import type { ToolSet } from '../tools/tool.ts'
import { askOnce } from './loop/ask-once.ts'
import { failRun, finishRun } from './loop/end-run.ts'
import { runLoop } from './loop/loop.ts'
import type { InferOutput, OutputOf, OutputSource } from './output/output.ts'
import { createResult, type RunResult } from './result/run-result.ts'
import { createRun } from './run/create-run.ts'
import type { RunOptions } from './run/options.ts'

/** What `generateText` takes. */
export type GenerateTextOptions<
  TOOLS extends ToolSet = ToolSet,
  OUTPUT extends OutputSource | undefined = undefined,
> = Omit<RunOptions<TOOLS, OUTPUT>, 'onChunk' | 'includeRawChunks' | 'experimental_transform'>

/** What `generateText` gives. The second parameter is the output as in `ai` 5 and 6, or, before an output, the context as in `ai` 7. */
export type GenerateTextResult<
  TOOLS extends ToolSet = ToolSet,
  OUTPUT_OR_CONTEXT = undefined,
  OUTPUT extends OutputSource | undefined = OutputOf<OUTPUT_OR_CONTEXT>,
> = RunResult<TOOLS, InferOutput<OUTPUT>> & {
  /** An older name of `output`. */
  readonly experimental_output: InferOutput<OUTPUT>
}

/**
 * Asks a model, runs the tools that it calls, and repeats that until the model is done or `stopWhen` / `maxSteps` ends the loop. The
 * default is one step, whose tools are still run.
 *
 * A tool that throws does not end the run: the model gets the error. A run that fails rejects with an error that carries its valid
 * `messages` and `steps`.
 *
 * @throws ToolfitError `prompt-invalid`, `model-unreadable`, `option-invalid`; `tool-input-invalid` and `tool-unknown` when the loop
 * has no step left for the model to correct them; `tool-choice-violated`; `run-aborted`; and what the model throws.
 *
 * @example
 * ```ts
 * import { generateText, stepCountIs, tool } from 'toolfit'
 * import { createEmulator } from 'toolfit/emulator'
 * import { gemini } from 'toolfit/gemini'
 * import { z } from 'zod'
 *
 * const emulator = createEmulator()
 * const call = { functionCall: { name: 'weather', args: { city: 'Rome' } } }
 * emulator.script([{ reply: [call] }, { reply: 'Sunny, 31 degrees.' }])
 * const { text, steps } = await generateText({
 *   model: gemini('gemini-3-flash-preview', { apiKey: 'any', fetch: (url, init) => emulator(new Request(url, init)) }),
 *   prompt: 'How is the weather in Rome?',
 *   tools: {
 *     weather: tool({
 *       description: 'The weather in a city.',
 *       inputSchema: z.object({ city: z.string() }),
 *       execute: ({ city }) => ({ city, celsius: 31 }),
 *     }),
 *   },
 *   stopWhen: stepCountIs(5),
 * })
 * text // 'Sunny, 31 degrees.'
 * steps.length // 2
 * ```
 */
export async function generateText<
  TOOLS extends ToolSet = Record<never, never>,
  const OUTPUT extends OutputSource | undefined = undefined,
>(
  options: GenerateTextOptions<NoInfer<TOOLS>, OUTPUT> & { readonly tools?: TOOLS | undefined },
): Promise<GenerateTextResult<TOOLS, OUTPUT>> {
  // TOOLS is inferred from `tools` alone: conditions and callbacks for any tools would widen it.
  const run = createRun(options as unknown as RunOptions, false)
  try {
    // The parts are not streamed; the outcome is in the run.
    for await (const _ of runLoop(run, askOnce));
    await finishRun(run)
  } catch (error) {
    throw await failRun(run, error)
  } finally {
    run.clear()
  }
  return createResult(run) as unknown as GenerateTextResult<TOOLS, OUTPUT>
}
