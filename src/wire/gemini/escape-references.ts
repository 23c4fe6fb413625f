import { isPlainObject, setOwn } from '../../core/json.ts'

/**
 * Gemini reads a key `$ref` anywhere in a function's response as a reference to one of its parts, and refuses the request where there
 * is none. Such keys get a `_` in front, and so do those that look like it already, so that the way back is exact.
 */
export function escapeReferences(value: unknown): unknown {
  return renameKeys(value, /^_*\$ref$/, (key) => `_${key}`)
}

export function unescapeReferences(value: unknown): unknown {
  return renameKeys(value, /^_+\$ref$/, (key) => key.slice(1))
}

/** The same object where nothing has to be renamed: most results have no such key, and some are large. */
function renameKeys(value: unknown, pattern: RegExp, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => renameKeys(item, pattern, rename))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isPlainObject(value)) return value
  let isChanged = false
  const renamed: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const name = pattern.test(key) ? rename(key) : key
    const inner = renameKeys(value[key], pattern, rename)
    isChanged ||= name !== key || inner !== value[key]
    setOwn(renamed, name, inner)
  }
  return isChanged ? renamed : value
}
