import { splitPointer } from '../../core/pointer.ts'
import type { Node } from '../ir/node.ts'

/** Gives definitions, known by pointer, short names that do not collide; lists those that were used. */
export function nameDefinitions(definitions: ReadonlyMap<string, Node>) {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const used: string[] = []
  return {
    used,
    /** A name that needs no escape in a reference, whatever the source calls it. */
    nameOf(target: string): string {
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
    },
  }
}
