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

export type ModelFeature =
  /** Function declarations. */
  | 'functions'
  /** `systemInstruction`. */
  | 'system-instruction'
  /** The last content may be one of the model. */
  | 'prefill'
  /** Function calls of the current turn must carry their signature. */
  | 'signatures-required'
  /** Function calls come with an id. */
  | 'call-ids'
  /** Tools beside a JSON response. */
  | 'json-with-tools'
  /** Built-in tools beside functions. */
  | 'tool-combination'
  /** Names, ids and counts of function responses must match the calls. */
  | 'strict-responses'
  /** Pictures and documents in function responses. */
  | 'multimodal-responses'
  | 'thinking'
  /** `thinkingLevel`, and not only `thinkingBudget`. */
  | 'thinking-level'
  | 'thinking-level-minimal'
  /** Answers that are always JSON. */
  | 'json'
  /** `presencePenalty` and `frequencyPenalty`. */
  | 'penalties'
  /** `googleSearchRetrieval`, the search tool of Gemini 1.5. */
  | 'search-retrieval'
  /** More than one candidate. */
  | 'candidates'
  /** The mode ANY with functions that have no parameters. */
  | 'any-without-parameters'
  /** Parameters that are an object without properties, on every endpoint. */
  | 'empty-parameters'
  /** On AI Studio, objects without properties anywhere in parameters, and as a branch of `anyOf` in a response schema. */
  | 'empty-objects'
  /** Answers with pictures or speech. */
  | 'media'
