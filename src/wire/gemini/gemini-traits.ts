/** What a model takes and requires, as data: no codec checks which model it serves. */
export interface GeminiTraits {
  /** Models of one family take each other's thought signatures. */
  readonly family: string
  /** The first call of every step of the current turn has a signature, or the request is refused. */
  readonly needsSignatures: boolean
  /** Calls have ids, and responses repeat them. */
  readonly callIds: boolean
  /** The last turn may be the model's. */
  readonly prefill: boolean
  /** Function responses may hold files. */
  readonly filesInResponses: boolean
  readonly systemInstruction: boolean
  readonly functions: boolean
  /** Schemas may be JSON Schema too: `parametersJsonSchema`, `responseJsonSchema`. */
  readonly jsonSchemas: boolean
  /** Temperature, top-p and top-k. */
  readonly sampling: boolean
  readonly penalties: boolean
  /** Answers in JSON: `never`, only `without-tools`, or `always`. */
  readonly json: 'never' | 'without-tools' | 'always'
  /** Functions and tools of Google's own in one request. */
  readonly toolCombination: boolean
  readonly thinking: ThinkingTraits | undefined
}

export interface ThinkingTraits {
  /** Whether there are levels; where there are none, there are budgets. */
  readonly levels: boolean
  readonly minimal: boolean
  /** Budgets in tokens. `lowest` 0 means that thinking can be switched off. */
  readonly lowest: number
  readonly highest: number
}
