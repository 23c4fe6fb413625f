import type { Json, JsonObject } from '../../core/json.ts'
import type { FunctionCall, PartialArgument } from '../api/message.ts'
import { cutText } from './cut-text.ts'

/**
 * A call in pieces, as Vertex sends it under `streamFunctionCallArguments`: first the name, then the arguments one by one (long strings in
 * several pieces), at last an empty piece without `willContinue`. Undefined: the arguments hold an empty object or list, for which a piece
 * has no form; such a call is sent whole.
 */
export function callInPieces({ id, name, args = {} }: FunctionCall): FunctionCall[] | undefined {
  const leaves = leavesOf(args)
  if (leaves === undefined || name === undefined) return undefined
  const pieces = leaves.flatMap(([jsonPath, value]) => piecesOf(jsonPath, value))
  return [
    { ...(id === undefined ? {} : { id }), name, willContinue: true },
    ...pieces.map((piece) => ({ partialArgs: [piece], willContinue: true })),
    {},
  ]
}

function leavesOf(args: JsonObject): [string, Leaf][] | undefined {
  const leaves: [string, Leaf][] = []
  const waiting: [string, Json][] = entriesOf('$', args).reverse()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, value] = next
    if (typeof value !== 'object' || value === null) {
      leaves.push([path, value])
      continue
    }
    const inner = entriesOf(path, value)
    if (inner.length === 0) return undefined
    waiting.push(...inner.reverse())
  }
  return leaves
}

type Leaf = Exclude<Json, object> | null

function entriesOf(path: string, value: object): [string, Json][] {
  return Object.entries(value).map(([key, inner]) => [`${path}${stepTo(key, Array.isArray(value))}`, inner as Json])
}

function stepTo(key: string, isIndex: boolean): string {
  if (isIndex) return `[${key}]`
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `['${key.replace(/[\\']/g, '\\$&')}']`
}

function piecesOf(jsonPath: string, value: Leaf): PartialArgument[] {
  if (value === null) return [{ jsonPath, nullValue: 'NULL_VALUE' }]
  if (typeof value === 'number') return [{ jsonPath, numberValue: value }]
  if (typeof value === 'boolean') return [{ jsonPath, boolValue: value }]
  const pieces = value === '' ? [''] : cutText(value)
  return pieces.map((stringValue, index) => ({
    jsonPath,
    stringValue,
    ...(index < pieces.length - 1 ? { willContinue: true } : {}),
  }))
}
