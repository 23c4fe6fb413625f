import { type Json, setOwn } from '../../core/json.ts'
import { splitPointer } from '../../core/pointer.ts'
import type { Node } from '../ir/node.ts'

/** Gives definitions, known by pointer, short names that do not collide, and writes those that were used. */
export function nameDefinitions(definitions: ReadonlyMap<string, Node>) {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const used: string[] = []

  /** A name that needs no escape in a reference, whatever the source calls it. */
  const nameOf = (target: string): string => {
    const known = names.get(target)
    if (known !== undefined) return known
    const token = splitPointer(target).at(-1) ?? ''
    const wanted = token.replace(/[^A-Za-z0-9_.-]/g, '_') || 'root'
    let name = wanted
    for (let count = 2; taken.has(name); count++) name = `${wanted}_${count}`
    names.set(target, name)
    taken.add(name)
    if (definitions.has(target)) used.push(target)
    return name
  }

  /** The definitions that a name was asked for, by name; undefined if there are none. Writing one may ask for further names. */
  const writeUsed = (write: (node: Node) => Json): Record<string, Json> | undefined => {
    if (used.length === 0) return undefined
    const written: Record<string, Json> = {}
    for (let next = used.shift(); next !== undefined; next = used.shift()) {
      setOwn(written, nameOf(next), write(definitions.get(next)!))
    }
    return written
  }
  return { nameOf, writeUsed }
}
