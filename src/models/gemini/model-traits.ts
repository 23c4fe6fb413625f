import type { GeminiTraits, ThinkingTraits } from '../../wire/gemini/gemini-traits.ts'
import type { GeminiProfile } from './gemini-endpoint.ts'

export type GeminiDialect = 'gemini' | 'gemini-auto'

/** The dialect of a model's schemas: both of Gemini's forms, or the one that every endpoint and age of model takes. */
export function dialectOf({ jsonSchemas }: GeminiTraits): GeminiDialect {
  return jsonSchemas ? 'gemini-auto' : 'gemini'
}

interface ModelName {
  readonly family: 'gemini' | 'gemma'
  /** 3.5 is 305, so that 3.10 is later than 3.9. */
  readonly version: number
  readonly words: readonly string[]
}

/** Later than any version: for aliases, and for names without a version. */
const newest = 99_900

/**
 * What a model takes, from its name and its endpoint. An unknown name (a tuned model, a proxy's) is treated as one of the newest models, which refuse
 * the most, and as one that takes schemas in Gemini's own form only.
 *
 * @example
 * ```ts
 * import { traitsOf } from 'toolfit/gemini'
 *
 * traitsOf('gemini-2.5-flash').needsSignatures // false
 * traitsOf('gemini-3.6-flash').prefill // false
 * ```
 */
export function traitsOf(modelId: string, profile: GeminiProfile = 'ai-studio'): GeminiTraits {
  const name = readName(modelId)
  const traits = describe(name ?? { family: 'gemini', version: newest, words: [] }, profile)
  return name === undefined ? { ...traits, sampling: true, jsonSchemas: false } : traits
}

/** `models/gemini-3.5-flash-lite`, `projects/…/models/gemini-2.5-pro@001`, `gemini-flash-latest`. */
function readName(modelId: string): ModelName | undefined {
  const id = modelId.slice(modelId.lastIndexOf('/') + 1).toLowerCase()
  const match = /^(gemini|gemma)-(?:(\d+)(?:\.(\d+))?-)?(.+)$/.exec(id)
  if (match === null) return undefined
  const [, family, major, minor = '0', rest = ''] = match
  const words = rest.split(/[-@.]/)
  if (major === undefined && !words.includes('latest')) return undefined
  const version = major === undefined ? newest : Number(major) * 100 + Number(minor)
  return { family: family === 'gemma' ? 'gemma' : 'gemini', version, words }
}

function describe({ family, version, words }: ModelName, profile: GeminiProfile): GeminiTraits {
  const isGemini = family === 'gemini'
  const isThree = isGemini && version >= 300
  // "3.6-flash, 3.5-flash-lite and all later": no prefill, no sampling.
  const isLate = isGemini && (version >= 306 || (version === 305 && words.includes('lite')))
  const isModern = isGemini || version >= 400
  const makesMedia = words.includes('image') || words.includes('tts')
  return {
    family: isLate ? '3.6' : isThree ? '3.0' : '2.5',
    needsSignatures: isThree && !makesMedia,
    callIds: isThree,
    prefill: !isLate,
    filesInResponses: isThree,
    systemInstruction: isModern,
    functions: isModern && !makesMedia,
    // Documented for Gemini 2.5 and later on AI Studio and Vertex AI. Clients of Cloud Code had to rename the field.
    jsonSchemas: isGemini && version >= 205 && profile !== 'cloud-code',
    sampling: !isLate,
    // "Penalty is not enabled for models/gemini-2.5-flash": AI Studio's words. Vertex AI is not known to refuse them.
    penalties: isGemini && (version < 205 || profile === 'vertex'),
    json: !isGemini || makesMedia ? 'never' : isThree ? 'always' : 'without-tools',
    toolCombination: isThree,
    thinking: makesMedia ? undefined : thinkingOf({ family, version, words }),
  }
}

/** The budgets of Google's model pages. */
function thinkingOf({ family, version, words }: ModelName): ThinkingTraits | undefined {
  const isPro = words.includes('pro')
  if (family === 'gemma') {
    return version >= 400 ? { levels: false, minimal: false, lowest: 0, highest: 24_576 } : undefined
  }
  if (version >= 300) return { levels: true, minimal: version < 307 && !isPro, lowest: 1, highest: 65_535 }
  if (version < 205) return undefined
  if (isPro) return { levels: false, minimal: false, lowest: 128, highest: 32_768 }
  return { levels: false, minimal: false, lowest: 0, highest: 24_576 }
}
