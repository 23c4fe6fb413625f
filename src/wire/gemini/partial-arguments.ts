import { isPlainObject, ownValue, setOwn } from '../../core/json.ts'

/** `$.location`, `$.stops[0].city`, `$['a b']`. */
const step = /\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/g

/**
 * Puts the pieces of `partialArgs` (Vertex, `streamFunctionCallArguments`) into the arguments that they belong to. A text may come
 * in several pieces, and grows.
 */
export function addPartialArguments(args: Record<string, unknown>, pieces: readonly unknown[]): void {
  for (const piece of pieces) {
    if (!isPlainObject(piece) || typeof piece['jsonPath'] !== 'string') continue
    const path = [...piece['jsonPath'].matchAll(step)].map(([, name, index, quoted]) =>
      index === undefined ? (name ?? quoted!.replace(/\\(.)/g, '$1')) : Number(index),
    )
    if (path.length > 0) put(args, path, piece)
  }
}

function put(args: Record<string, unknown>, path: readonly (string | number)[], piece: Record<string, unknown>): void {
  let holder: Record<string, unknown> = args
  for (const [depth, key] of path.slice(0, -1).entries()) {
    const inner = ownValue(holder, String(key))
    if (typeof inner === 'object' && inner !== null) {
      holder = inner as Record<string, unknown>
      continue
    }
    const created = (typeof path[depth + 1] === 'number' ? [] : {}) as Record<string, unknown>
    setOwn(holder, String(key), created)
    holder = created
  }
  const key = String(path.at(-1))
  const before = ownValue(holder, key)
  const value = pieceValue(piece)
  setOwn(holder, key, typeof before === 'string' && typeof value === 'string' ? before + value : value)
}

function pieceValue(piece: Record<string, unknown>): unknown {
  for (const key of ['stringValue', 'numberValue', 'boolValue']) if (piece[key] !== undefined) return piece[key]
  return null
}
