/** What is wrong with a value (`error`), or what was mended in it (`warning`). */
export interface Issue {
  readonly level: 'error' | 'warning'
  /** JSON Pointer into the value. */
  readonly pointer: string
  /** The schema keyword that the value breaks: `type`, `required`, `minLength`, … `refine` for a check of the source itself. */
  readonly keyword: string
  /** One sentence that a model can act on: what is wrong and what is wanted. */
  readonly message: string
}

/** The outcome of parsing: the value with defaults, transforms and coercions applied, or what is wrong with it. */
export type ParseResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly Issue[]; readonly value?: undefined }
