import { escapeToken } from '../../core/pointer.ts'
import type { Node } from '../ir/node.ts'

/** Gives definitions, known by pointer, short names that do not collide; remembers which ones were asked for. */
export function nameDefinitions(definitions: ReadonlyMap<string, Node>) {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const used: string[] = []
  return {
    used,
    /** The name as a reference token: escaped. */
    nameOf(target: string): string {
      const known = names.get(target)
      if (known !== undefined) return known
      const wanted = escapeToken(
        target
          .slice(target.lastIndexOf('/') + 1)
          .replaceAll('~1', '/')
          .replaceAll('~0', '~'),
      )
      let name = wanted
      for (let count = 2; taken.has(name); count++) name = `${wanted}_${count}`
      names.set(target, name)
      taken.add(name)
      if (definitions.has(target)) used.push(target)
      return name
    },
  }
}
