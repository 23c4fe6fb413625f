import type { Change } from '../change.ts'

/** Changes in order, each once: by place, keyword and effect. */
export class ChangeList {
  readonly all: Change[] = []
  readonly #byPlace = new Map<string, Map<string, Change[]>>()

  add(change: Change): void {
    let atPlace = this.#byPlace.get(change.at)
    if (atPlace === undefined) {
      atPlace = new Map()
      this.#byPlace.set(change.at, atPlace)
    }
    const ofKeyword = atPlace.get(change.keyword)
    if (ofKeyword === undefined) atPlace.set(change.keyword, [change])
    else if (ofKeyword.some(({ effect }) => effect === change.effect)) return
    else ofKeyword.push(change)
    this.all.push(change)
  }

  /** The changes at a place, by keyword. */
  at(place: string): ReadonlyMap<string, readonly Change[]> | undefined {
    return this.#byPlace.get(place)
  }
}
