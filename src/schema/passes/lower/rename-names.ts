import { encoded, type PendingChange } from '../../change.ts'
import { report } from '../../ir/amend.ts'
import type { ObjectNode } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass, PassContext } from '../pass.ts'

/** Gives a property whose name the wire does not take another one: the empty name, and what `names` of the dialect refuses. */
export const renameNames: Pass = {
  name: 'rename-names',
  wakes: traits('object'),
  rewrite(node, context) {
    if (node.kind !== 'object' || node.fields.every((field) => isAllowed(field.name, context))) return node
    const taken = new TakenNames(node.fields.map((field) => field.name))
    const renamed = new Map<string, string>()
    const wireNames = new Map<string, string>()
    for (const { name } of node.fields) {
      if (isAllowed(name, context)) continue
      const wire = taken.takeFree(legalName(name))
      renamed.set(wire, name)
      wireNames.set(name, wire)
    }
    const rename = (name: string) => wireNames.get(name) ?? name
    const result: ObjectNode = {
      ...node,
      fields: node.fields.map((field) => ({ ...field, name: rename(field.name) })),
      requiredOrder: node.requiredOrder.map(rename),
      ordering: node.ordering?.map(rename),
      renamed,
    }
    return report(result, change(node, wireNames))
  },
}

function isAllowed(name: string, { dialect }: PassContext): boolean {
  if (name === '') return dialect.supports.has('emptyNames')
  return dialect.names === undefined || dialect.names.test(name)
}

/** The longest name that every provider takes. */
const longest = 64

/** A shortened name leaves some room for what keeps it apart from others. */
const shortened = 60

function legalName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, shortened) || '_'
}

/**
 * The names of an object. A new one is free if no property has it, and none continues it with `_`: so an undeclared key can be told
 * from it by adding one.
 */
class TakenNames {
  /** By a name without the `_` at its end: the length of the longest such name. */
  readonly #lengths = new Map<string, number>()
  /** By a wanted name: the last number that was added to it. */
  readonly #numbers = new Map<string, number>()

  constructor(names: readonly string[]) {
    names.forEach((name) => {
      this.#add(name)
    })
  }

  /** Adds `_` until the name is free; where it would be too long, a number takes the place of its end. */
  takeFree(wanted: string): string {
    let name = wanted.padEnd((this.#lengths.get(stemOf(wanted)) ?? -1) + 1, '_')
    while (name.length > longest || this.#isTaken(name)) {
      const number = (this.#numbers.get(wanted) ?? 1) + 1
      this.#numbers.set(wanted, number)
      name = `${wanted.slice(0, longest - String(number).length - 1)}_${number}`
    }
    this.#add(name)
    return name
  }

  #isTaken(name: string): boolean {
    return (this.#lengths.get(stemOf(name)) ?? -1) >= name.length
  }

  #add(name: string): void {
    const stem = stemOf(name)
    this.#lengths.set(stem, Math.max(this.#lengths.get(stem) ?? 0, name.length))
  }
}

function stemOf(name: string): string {
  let end = name.length
  while (end > 0 && name[end - 1] === '_') end--
  return name.slice(0, end)
}

function change(node: ObjectNode, wireNames: ReadonlyMap<string, string>): PendingChange {
  const pairs = [...wireNames].map(([name, wire]) => `${JSON.stringify(name)} is sent as "${wire}"`)
  const shown = pairs.slice(0, 5).join(', ') + (pairs.length > 5 ? ', …' : '')
  const note = `Not every name is accepted: ${shown} and converted back.`
  return encoded({ at: node.origin, keyword: 'properties' }, 'property-renamed', note)
}
