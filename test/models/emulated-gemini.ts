import { createEmulator, type Emulator, type EmulatorOptions } from '../../src/emulator/app.ts'
import { type GeminiSettings, gemini } from '../../src/models/gemini/gemini.ts'
import type { GeminiProfile } from '../../src/models/gemini/gemini-endpoint.ts'
import type { LanguageModel, ModelStreamPart } from '../../src/models/versions/language-model.ts'

/** One model of every generation, and one that thinks by another rule. */
export const generations = ['gemini-2.5-flash', 'gemini-3-flash-preview', 'gemini-3.6-flash'] as const

export const profiles: readonly GeminiProfile[] = ['ai-studio', 'vertex', 'cloud-code']

/** Shown nowhere but in a header: tests look for it in all that comes out. */
export const canary = 'canary-key-4711-0815'

export interface Emulated {
  readonly model: LanguageModel
  readonly emulator: Emulator
  /** Bodies of `generateContent` as they were sent, out of Cloud Code's envelope. */
  readonly bodies: Record<string, unknown>[]
}

/** A model that talks to an emulator of its own. `fault` goes wrong with every request. */
export function emulate(
  modelId: string,
  settings: GeminiSettings & { readonly fault?: string; readonly emulator?: EmulatorOptions } = {},
): Emulated {
  const { fault, emulator: options, ...rest } = settings
  const emulator = createEmulator(options)
  const bodies: Record<string, unknown>[] = []
  const model = gemini(modelId, {
    ...credentials(rest.profile),
    retryPolicy: { firstDelayMs: 1 },
    ...rest,
    fetch: (url, init) => {
      const body = JSON.parse(String(init.body))
      bodies.push(body.request ?? body)
      const headers = new Headers(init.headers)
      if (fault !== undefined) headers.set('x-toolfit-fault', fault)
      return emulator(new Request(url, { ...init, headers }))
    },
  })
  return { model, emulator, bodies }
}

function credentials(profile: GeminiProfile = 'ai-studio'): GeminiSettings {
  if (profile === 'ai-studio') return { apiKey: canary }
  const headers = async () => ({ authorization: `Bearer ${canary}` })
  return profile === 'vertex' ? { project: 'p', location: 'us-central1', headers } : { project: 'p', headers }
}

export async function partsOf(stream: ReadableStream<ModelStreamPart>): Promise<ModelStreamPart[]> {
  const parts: ModelStreamPart[] = []
  const reader = stream.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value)
  return parts
}

/** The texts of a stream, joined. */
export function textOf(parts: readonly ModelStreamPart[]): string {
  return parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')
}
