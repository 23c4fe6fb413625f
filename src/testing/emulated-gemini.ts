import { createEmulator, type Emulator, type EmulatorOptions } from '../emulator/app.ts'
import type { Script, ScriptEntry } from '../emulator/script/script.ts'
import { type GeminiSettings, gemini } from '../models/gemini/gemini.ts'
import type { LanguageModel } from '../models/versions/language-model.ts'

/** The options of {@link emulatedGemini}: settings of the model, its id, and the options of the emulator. */
export interface EmulatedGeminiOptions extends Omit<GeminiSettings, 'fetch'> {
  /** Default `gemini-3-flash-preview`. */
  readonly modelId?: string | undefined
  /** Options of `createEmulator`. */
  readonly emulator?: EmulatorOptions | undefined
}

/** A model for a test, and what it talks to. */
export interface EmulatedGemini {
  /** A model of `toolfit/gemini` whose requests go to the emulator. It needs no key and no network. */
  readonly model: LanguageModel
  /** `emulator.requests` has what the model sent. */
  readonly emulator: Emulator
  /** `script.assertDone()` throws if a reply was not asked for. */
  readonly script: Script
}

/**
 * A Gemini model for tests: the real model, with the emulator in the place of Google. It gives the replies of the script one after the
 * other; after them, the emulator answers by itself. Requests that Gemini would refuse are refused.
 *
 * @example
 * ```ts
 * import { generateText, stepCountIs, tool } from 'toolfit'
 * import { emulatedGemini } from 'toolfit/testing'
 * import { z } from 'zod'
 *
 * const { model, emulator } = emulatedGemini([
 *   [{ functionCall: { name: 'weather', args: { city: 'Rome' } } }],
 *   { expect: /31/, reply: 'Sunny, 31 degrees.' },
 * ])
 * const weather = tool({ inputSchema: z.object({ city: z.string() }), execute: () => ({ celsius: 31 }) })
 * const { text } = await generateText({ model, tools: { weather }, stopWhen: stepCountIs(5), prompt: 'Rome?' })
 * text // 'Sunny, 31 degrees.'
 * emulator.requests.length // 2
 * emulator.requests[0].body.contents // [{ role: 'user', parts: [{ text: 'Rome?' }] }]
 * ```
 */
export function emulatedGemini(
  script: readonly ScriptEntry[] = [],
  { modelId = 'gemini-3-flash-preview', emulator: options, ...settings }: EmulatedGeminiOptions = {},
): EmulatedGemini {
  const emulator = createEmulator(options)
  const model = gemini(modelId, {
    ...(settings.headers === undefined ? { apiKey: 'any' } : {}),
    // A test does not wait for retries.
    retryPolicy: { firstDelayMs: 1 },
    ...settings,
    fetch: (url, init) => emulator(new Request(url, init)),
  })
  return { model, emulator, script: emulator.script(script) }
}
