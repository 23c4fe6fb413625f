import { editDistance } from '../../core/edit-distance.ts'
import { present } from '../../core/json.ts'

/** The differences between models, as data. No rule reads the name of a model. */
export interface Model {
  /** `gemini-3-flash-preview`: without `models/`. */
  readonly id: string
  readonly displayName: string
  readonly generation: Generation
  readonly inputTokenLimit: number
  readonly outputTokenLimit: number
  readonly supports: ReadonlySet<ModelFeature>
  /** The values of `thinkingBudget` that the model takes. -1, which leaves it to the model, is always valid. */
  readonly thinkingBudget?: ThinkingBudgetRange
}

export interface ThinkingBudgetRange {
  readonly lowest: number
  readonly highest: number
  /** Whether 0, which turns thinking off, is valid below `lowest`. */
  readonly canBeOff: boolean
}

/** Generations of models that differ in their rules: up to 2.5; 3.0 to 3.5; 3.6 and later (and 3.5 flash-lite). */
export type Generation = '2.5' | '3.0' | '3.6'

/**
 * Ids of real models that take `generateContent`: the list of `@google/genai` 2.32 and the models in recorded rejections. Their
 * features follow from the id, by the same rules as for ids that are not listed.
 */
const ids =
  `gemini-2.0-flash gemini-2.0-flash-lite gemini-2.5-pro gemini-2.5-flash gemini-2.5-flash-lite gemini-2.5-flash-image
  gemini-3-pro-preview gemini-3-pro-image gemini-3-flash-preview gemini-3.1-pro-preview gemini-3.1-pro-preview-customtools
  gemini-3.1-flash-lite gemini-3.1-flash-image gemini-3.5-flash gemini-3.5-flash-lite gemini-3.6-flash gemini-3.7-flash
  gemini-3.8-flash gemma-3-4b-it gemma-3-12b-it gemma-3-27b-it gemma-4-31b-it`.split(/\s+/)

/** Aliases, with their targets of October 2026. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['gemini-pro-latest', 'gemini-3.1-pro-preview'],
  ['gemini-flash-latest', 'gemini-3.8-flash'],
  ['gemini-flash-lite-latest', 'gemini-3.5-flash-lite'],
])

/** `gemini-3.5-flash-lite`: family, version, and the words after it. */
const idPattern = /^(gemini|gemma)-(\d+)(?:\.(\d+))?-([a-z0-9][a-z0-9.-]*)$/

/** Words of which Google makes the names of its models. */
const words: readonly string[] =
  `pro flash lite nano ultra preview experimental latest thinking image generation audio native
  dialog live customtools computer robotics`.split(/\s+/)

/**
 * Whether a word is one of Google's with one letter more, less, replaced, or swapped with the next: `flahs`. Such an id is a
 * mistake and not found; one with a new word may be a model of the future.
 */
function isMisspelt(word: string): boolean {
  return !words.includes(word) && words.some((known) => editDistance(word, known) === 1)
}

interface ModelName {
  readonly family: 'gemini' | 'gemma'
  /** 3.5 is 305, so that 3.10 is later than 3.9. */
  readonly version: number
  readonly words: readonly string[]
}

function readName(id: string): ModelName | undefined {
  const match = idPattern.exec(id)
  if (match === null) return undefined
  const [, family, major, minor = '0', rest = ''] = match
  if (rest.split('-').some(isMisspelt)) return undefined
  return {
    family: family === 'gemma' ? 'gemma' : 'gemini',
    version: Number(major) * 100 + Number(minor),
    words: rest.split('-'),
  }
}

/** "3.6-flash, 3.5-flash-lite, 3.7-flash, 3.8-flash and all later" are one generation; so is everything before 3. */
function generationOf({ family, version, words }: ModelName): Generation {
  if (family === 'gemma' || version < 300) return '2.5'
  return version >= 306 || (version === 305 && words.includes('lite')) ? '3.6' : '3.0'
}

/** The features of models, and which models have them, by their names. */
const features = {
  /**
   * Function declarations. "Function calling is not enabled for models/gemma-3-27b-it", and "… for this model" of models that draw or
   * speak. Gemma 4 has functions and a system role by its model card.
   */
  functions: (name) => isModern(name) && !makesMedia(name),
  'system-instruction': isModern,
  /** The last content may be one of the model. */
  prefill: (_, generation) => generation !== '3.6',
  /** Function calls of the current turn must carry their signature. gemini-3-pro-image does not refuse a call without. */
  'signatures-required': (name) => isGemini(name, 300) && !makesMedia(name),
  /** Function calls come with an id. */
  'call-ids': (name) => isGemini(name, 300),
  /** Tools beside a JSON response. */
  'json-with-tools': (name) => isGemini(name, 300),
  /** Built-in tools beside functions. */
  'tool-combination': (name) => isGemini(name, 300),
  /** Names, ids and counts of function responses must match the calls. */
  'strict-responses': (name) => isGemini(name, 305),
  /** Pictures and documents in function responses. */
  'multimodal-responses': (name) => isGemini(name, 300),
  /** gemma-4-31b-it was seen to think; gemini-2.0-flash-thinking-exp says it in its name. */
  thinking: (name) =>
    (isGemini(name, 205) || name.words.includes('thinking') || (name.family === 'gemma' && isModern(name))) &&
    !makesMedia(name),
  /** `thinkingLevel`, and not only `thinkingBudget`. */
  'thinking-level': (name) => isGemini(name, 300) && !makesMedia(name),
  /** Not on Pro models, and on nothing from 3.7 on. */
  'thinking-level-minimal': (name) =>
    isGemini(name, 300) && name.version < 307 && !name.words.includes('pro') && !makesMedia(name),
  /** Answers that are always JSON. */
  json: (name) => isGemini(name, 0) && !makesMedia(name),
  /** "Penalty is not enabled for models/gemini-2.5-flash", nor for any model since. */
  penalties: (name) => isGemini(name, 0) && name.version < 205,
  /** `googleSearchRetrieval`, the search tool of Gemini 1.5. */
  'search-retrieval': (name) => isGemini(name, 0) && name.version < 200,
  /** More than one candidate. */
  candidates: (_, generation) => generation !== '3.6',
  /** The mode ANY with functions that have no parameters. Refused on gemini-2.0 (python-genai#981, 2025-06); nothing later is recorded. */
  'any-without-parameters': (name) => isGemini(name, 205),
  /**
   * Parameters that are an object without properties, on every endpoint. Refused up to 2025. Requests of 2026 have them pass with 3.x on
   * AI Studio and Vertex.
   */
  'empty-parameters': (name) => isGemini(name, 300),
  /**
   * On AI Studio, objects without properties anywhere in parameters, and as a branch of `anyOf` in a response schema. Requests of 2026
   * have them pass with 2.5.
   */
  'empty-objects': (name) => isGemini(name, 205),
  /** Answers with pictures or speech. */
  media: makesMedia,
} as const satisfies Record<string, (name: ModelName, generation: Generation) => boolean>

export type ModelFeature = keyof typeof features

function isGemini({ family, version }: ModelName, since: number): boolean {
  return family === 'gemini' && version >= since
}

function isModern({ family, version }: ModelName): boolean {
  return family === 'gemini' || version >= 400
}

function makesMedia({ words }: ModelName): boolean {
  return words.includes('image') || words.includes('tts')
}

/** The limits on Google's model pages for the kind of model. */
function tokenLimits(name: ModelName): Pick<Model, 'inputTokenLimit' | 'outputTokenLimit'> {
  if (name.family === 'gemma') return { inputTokenLimit: 131_072, outputTokenLimit: 8_192 }
  if (makesMedia(name)) return { inputTokenLimit: 65_536, outputTokenLimit: 32_768 }
  return { inputTokenLimit: 1_048_576, outputTokenLimit: name.version < 205 ? 8_192 : 65_536 }
}

/**
 * What `The thinking budget 32000 is invalid. Please choose a value between 0 and 24576.` names for the models of 2.5, and
 * `Budget 0 is invalid. This model only works in thinking mode.` for Pro.
 */
function thinkingBudgetOf(name: ModelName): ThinkingBudgetRange | undefined {
  if (!isGemini(name, 205) || makesMedia(name)) return undefined
  const isPro = name.words.includes('pro')
  if (name.version < 300) {
    if (isPro) return { lowest: 128, highest: 32_768, canBeOff: false }
    return { lowest: name.words.includes('lite') ? 512 : 0, highest: 24_576, canBeOff: true }
  }
  return isPro ? { lowest: 1, highest: 65_535, canBeOff: false } : undefined
}

/** `gemini-3.5-flash-lite` → `Gemini 3.5 Flash Lite`. */
function displayNameOf(id: string): string {
  return id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

function describeModel(id: string): Model | undefined {
  const name = readName(id)
  if (name === undefined) return undefined
  const generation = generationOf(name)
  const supported = (Object.keys(features) as ModelFeature[]).filter((feature) => features[feature](name, generation))
  return present({
    id,
    displayName: displayNameOf(id),
    generation,
    ...tokenLimits(name),
    supports: new Set(supported),
    thinkingBudget: thinkingBudgetOf(name),
  })
}

/** The models that the emulator lists, oldest first. */
export const models: readonly Model[] = ids.flatMap((id) => describeModel(id) ?? [])

const byId: ReadonlyMap<string, Model> = new Map(models.map((model) => [model.id, model]))

/**
 * The model with this id, with or without `models/`. An unlisted id with a version gets the features of that version, so future
 * models can be tried, unless one of its words is a misspelling of one that Google uses. Aliases such as `gemini-flash-latest` give their target. Undefined is Google's 404.
 */
export function findModel(id: string): Model | undefined {
  const bare = id.startsWith('models/') ? id.slice('models/'.length) : id
  const real = aliases.get(bare) ?? bare
  return byId.get(real) ?? describeModel(real)
}
