/** A law that did not hold, with what a person needs to see why. */
export interface Breach {
  readonly what: string
  readonly [evidence: string]: unknown
}
