/** The steps of a call that need no reason: about 5 ms. */
const freeSteps = 100_000
/** The steps of a call besides, for each character of its input. */
const stepsPerCharacter = 10
/** The most steps of any call: about a fifth of a second. */
export const maxSteps = 4_000_000

/** How many steps the matches of one call may still take: below 0, they are used up. */
export class Steps {
  left: number
  /** What the call works on; undefined once its size was counted. */
  private input: unknown

  constructor(left: number, input?: unknown) {
    this.left = left
    this.input = input
  }

  get areUsedUp(): boolean {
    return this.left < 0
  }

  /** Takes steps. False: there are not so many. */
  take(count: number): boolean {
    this.left -= count
    return this.left >= 0 || this.extend()
  }

  /** Adds the steps for the size of the input, once: most calls end before it has to be counted. */
  private extend(): boolean {
    if (this.input === undefined) return false
    const most = (maxSteps - freeSteps) / stepsPerCharacter
    this.left += stepsPerCharacter * countCharacters(this.input, most)
    this.input = undefined
    return this.left >= 0
  }
}

/** The steps of a call with an input: 100,000 and 10 for each of its characters, at most 4,000,000. */
export function stepsFor(input: unknown): Steps {
  return new Steps(freeSteps, input)
}

/** The characters of the strings and names in a JSON value, and one for every value. Stops at `most`. */
function countCharacters(input: unknown, most: number): number {
  const seen = new Set<unknown>()
  const stack: unknown[] = [input]
  let count = 0
  while (stack.length > 0 && count < most) {
    const value = stack.pop()
    count += typeof value === 'string' ? value.length + 1 : 1
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    for (const [key, child] of Object.entries(value)) {
      count += key.length
      stack.push(child)
    }
  }
  return Math.min(count, most)
}
