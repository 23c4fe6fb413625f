import { deepEqual, isPlainObject } from '../../core/json.ts'
import { JsonReader } from '../output/json-reader.ts'
import { elementsOf, type ObjectFormat } from './object-format.ts'

/** A partial object, and the text that belongs to it. */
export interface PartialObject {
  readonly object: unknown
  readonly textDelta: string
}

/** Reads an object while it streams. */
export class PartialObjectReader {
  readonly #format: ObjectFormat
  readonly #reader = new JsonReader()
  /** Text since the last partial object. */
  #text = ''
  #latest: unknown
  #isFirst = true
  /** The elements of a list that were checked: they are complete. */
  readonly #elements: unknown[] = []
  #hasInvalidElement = false

  constructor(format: ObjectFormat) {
    this.#format = format
  }

  /** The text that came after the last partial object. */
  get rest(): string {
    return this.#text
  }

  /** Adds a delta. Returns the partial object if it changed. */
  async push(delta: string): Promise<PartialObject | undefined> {
    this.#text += delta
    this.#reader.push(delta)
    const snapshot = this.#reader.takeSnapshot()
    if (snapshot === undefined || snapshot.value === undefined) return undefined
    const partial = await this.#read(snapshot.value)
    if (partial === undefined || deepEqual(partial.object, this.#latest)) return undefined
    this.#latest = partial.object
    this.#isFirst = false
    this.#text = ''
    return partial
  }

  async #read(value: unknown): Promise<PartialObject | undefined> {
    if (this.#format.type === 'array') return this.#readList(value)
    if (this.#format.type === 'enum') return this.#readChoice(value)
    return { object: value, textDelta: this.#text }
  }

  /** The complete elements, each checked once. The text is the list without the object around it. */
  async #readList(value: unknown): Promise<PartialObject | undefined> {
    const elements = elementsOf(value)
    if (elements === undefined || this.#hasInvalidElement) return undefined
    const isFinal = this.#reader.isDone
    const published = (this.#latest as readonly unknown[] | undefined)?.length ?? 0
    const complete = isFinal ? elements.length : elements.length - 1
    for (let index = this.#elements.length; index < complete; index += 1) {
      const checked = await this.#format.checkElement(elements[index])
      if (checked.error !== undefined) {
        this.#hasInvalidElement = true
        return undefined
      }
      this.#elements.push(checked.value)
    }
    const added = this.#elements.slice(published).map((element) => JSON.stringify(element))
    const textDelta = [this.#isFirst ? '[' : '', published > 0 ? ',' : '', added.join(','), isFinal ? ']' : ''].join('')
    return { object: [...this.#elements], textDelta }
  }

  /** The word so far, or the only one that begins so. */
  #readChoice(value: unknown): PartialObject | undefined {
    const result = isPlainObject(value) ? value['result'] : undefined
    if (typeof result !== 'string' || result === '') return undefined
    const possible = this.#format.choices.filter((choice) => choice.startsWith(result))
    if (possible.length === 0) return undefined
    return { object: possible.length > 1 ? result : possible[0], textDelta: this.#text }
  }
}
