import type * as ai from 'ai7'

/** What a program imports: `ai` 7, or Toolfit under the same names. */
export type Sdk = typeof ai

/** A program returns what it printed, as JSON. The same transcript must come out of both modules. */
export type Program = (sdk: Sdk) => Promise<unknown>
