import type { JsonObject } from '../../core/json.ts'
import type { Change } from '../change.ts'
import type { ChangeCode } from '../change-code.ts'
import { holderOf, holdsDefinitions } from '../document/holder-of.ts'
import type { Place, Places } from '../document/reachable-keywords.ts'
import type { NodeBase } from '../ir/node.ts'
import { ChangeList } from './change-list.ts'

/** Changes that speak of a keyword which the source leaves out. */
const aboutTheUnsaid: ReadonlySet<ChangeCode> = new Set<ChangeCode>([
  ...(['type-inferred', 'root-wrapped', 'open-object-closed', 'free-form-to-json-text'] as const),
  ...([
    'empty-object-placeholder',
    'optional-to-null',
    'property-renamed',
    'refine-not-expressible',
    'type-not-json',
  ] as const),
])

/**
 * Makes every change stand on a keyword that the source has. Schemas that are merged stand at one of their places with the
 * keywords of all: a change of a keyword that is not there moves to the keyword that holds the schema. A definition is held by the
 * references to it, which stand anywhere: there it moves to another keyword of the schema.
 */
export class PlacedChanges {
  readonly list = new ChangeList()
  readonly #places: Places

  constructor(places: Places) {
    this.#places = places
  }

  /** @param node the node that carries the change */
  add(change: Change, node?: NodeBase): void {
    const { at, keyword, code } = change
    const place = node !== undefined && at === node.origin ? placeOf(node, this.#places) : this.#places.at(at)
    if (place === undefined) this.list.add(change)
    else if (place.schema[keyword] !== undefined || aboutTheUnsaid.has(code)) this.list.add(change, place)
    else this.#move(change, place)
  }

  #move(change: Change, place: Place): void {
    const { schema, keywords } = place
    // Read in the sense of the author: see `read-as-meant.ts`.
    const isMeant = change.keyword === 'unevaluatedProperties' && schema['additionalProperties'] === false
    const own = isMeant ? 'additionalProperties' : keywords.find((keyword) => schema[keyword] !== undefined)
    const holder = isMeant ? undefined : holderOf(change.at)
    const around = holder === undefined || holdsDefinitions(holder.keyword) ? undefined : this.#places.at(holder.at)
    if (holder !== undefined && around?.schema[holder.keyword] !== undefined)
      this.list.add({ ...change, ...holder }, around, false)
    else this.list.add({ ...change, keyword: own ?? change.keyword }, place, isMeant)
  }
}

/** The place of the schema that a node was read from. */
export function placeOf({ sources, origin }: NodeBase, places: Places): Place | undefined {
  const place = typeof sources === 'object' && !Array.isArray(sources) ? places.of(sources as JsonObject) : undefined
  return place ?? places.at(origin)
}
