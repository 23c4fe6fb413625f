/** The names that `ai` 4 had: `args` for `input`, `result` for `output`. Not enumerable, so that nothing that copies or compares sees them. */
const args: PropertyDescriptor = {
  get(this: { input: unknown }) {
    return this.input
  },
  enumerable: false,
  configurable: true,
}

const result: PropertyDescriptor = {
  get(this: { output: unknown }) {
    return this.output
  },
  enumerable: false,
  configurable: true,
}

/** A call with `args`. */
export function aliasInput<PART extends object>(part: PART): PART {
  return Object.defineProperty(part, 'args', args)
}

/** A result with `args` and `result`. */
export function aliasOutput<PART extends object>(part: PART): PART {
  return Object.defineProperty(aliasInput(part), 'result', result)
}
