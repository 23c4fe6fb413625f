/** How much structure a JSON text has: what limits are about. */
export interface JsonSize {
  /** How deep arrays and objects stand in each other. */
  readonly depth: number
  /** How many there are. */
  readonly containers: number
}

/** A value that was read before, and is known again by its bytes. Whatever limits hold, it need not be looked at again. */
export interface KeptJson<T extends object> extends JsonSize {
  /** Its JSON. */
  readonly bytes: Uint8Array
  /** Frozen through and through: what is made of it may be known again by it. */
  readonly value: T
}
