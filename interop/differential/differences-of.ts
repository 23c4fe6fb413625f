import { isObject, type Plain } from './plain.ts'

/** Where two observations differ. */
export interface Difference {
  readonly path: string
  readonly expected: Plain | '‹missing›'
  readonly actual: Plain | '‹missing›'
}

/** All places where `actual` is not what was expected. A key that holds undefined is not a missing key. */
export function differencesOf(expected: Plain, actual: Plain, path: string): Difference[] {
  const differences: Difference[] = []
  const ids = new IdPairs()
  const add = (place: string, one: Plain, other: Plain) =>
    differences.push({ path: place, expected: one, actual: other })

  function compare(one: Plain, other: Plain, place: string): void {
    if (Array.isArray(one) && Array.isArray(other)) {
      if (one.length !== other.length) add(`${place}.length`, one, other)
      else for (let index = 0; index < one.length; index++) compare(one[index], other[index], `${place}/${index}`)
    } else if (isObject(one) && isObject(other)) {
      for (const key of Object.keys(one)) {
        if (Object.hasOwn(other, key)) compare(one[key], other[key], `${place}/${key}`)
        else add(`${place}/${key}`, one[key], '‹missing›')
      }
      for (const key of Object.keys(other)) {
        if (!Object.hasOwn(one, key)) add(`${place}/${key}`, '‹missing›', other[key])
      }
    } else if (typeof one === 'string' ? !ids.areSame(one, other) : !Object.is(one, other)) add(place, one, other)
  }

  compare(expected, actual, path)
  return differences
}

/** Ids that were generated: which numbers they have says nothing, but the same one must stand in the same places. */
class IdPairs {
  readonly #pairs = new Map<string, string>()
  readonly #taken = new Set<string>()

  /** Any other text is the same if it is equal. */
  areSame(one: Plain, other: Plain): boolean {
    // Where `ai` makes an id of its own, ours is that of the response.
    if (isOwnId(one) && typeof other === 'string' && isGenerated(other)) return true
    if (typeof one !== 'string' || typeof other !== 'string' || !isGenerated(one) || !isGenerated(other)) {
      return one === other
    }
    const known = this.#pairs.get(one)
    if (known !== undefined || this.#taken.has(other)) return known === other
    this.#pairs.set(one, other)
    this.#taken.add(other)
    return true
  }
}

function isOwnId(text: Plain): boolean {
  return typeof text === 'string' && text.startsWith('aitxt-')
}

function isGenerated(text: string): boolean {
  return /^generated-\d+$/.test(text)
}
