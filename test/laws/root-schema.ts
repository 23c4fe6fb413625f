import type { Json, JsonObject } from '../../src/core/json.ts'

/** The names under `$defs`, as the generated references write them. The last one is reached by its `$anchor`. */
const names: readonly (readonly [ref: string, name: string])[] = [
  ['#/$defs/node', 'node'],
  ['#/$defs/a~1b', 'a/b'],
  ['#/$defs/c%20d', 'c d'],
  ['#spot', 'anchored'],
]

/** A root with the definitions that its references lead to, and those that they lead to in turn. */
export function rooted(root: JsonObject, definitions: readonly JsonObject[]): JsonObject {
  const used = new Map<string, Json>()
  const queue: Json[] = [root]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const text = JSON.stringify(next)
    names.forEach(([ref, name], index) => {
      if (used.has(name) || !text.includes(`"$ref":"${ref}"`)) return
      const definition = ref === '#spot' ? { ...definitions[index]!, $anchor: 'spot' } : definitions[index]!
      used.set(name, definition)
      queue.push(definition)
    })
  }
  return used.size === 0 ? root : { ...root, $defs: Object.fromEntries(used) }
}
