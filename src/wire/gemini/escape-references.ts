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
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return renameInList(value, pattern, rename)
  if (!isPlainObject(value)) return value
  let renamed: Record<string, unknown> | undefined
  const keys = Object.keys(value)
  keys.forEach((key, index) => {
    const name = key.endsWith('$ref') && pattern.test(key) ? rename(key) : key
    const inner = renameKeys(value[key], pattern, rename)
    if (renamed === undefined && (name !== key || inner !== value[key])) {
      renamed = {}
      for (const before of keys.slice(0, index)) setOwn(renamed, before, value[before])
    }
    if (renamed !== undefined) setOwn(renamed, name, inner)
  })
  return renamed ?? value
}

function renameInList(list: readonly unknown[], pattern: RegExp, rename: (key: string) => string): readonly unknown[] {
  let renamed: unknown[] | undefined
  list.forEach((item, index) => {
    const inner = renameKeys(item, pattern, rename)
    if (inner === item) return
    renamed ??= [...list]
    renamed[index] = inner
  })
  return renamed ?? list
}
