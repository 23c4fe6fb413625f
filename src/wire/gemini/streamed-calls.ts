import { deepEqual, isPlainObject, jsonText, ownValue, setOwn } from '../../core/json.ts'
import type { ReplyToolCall } from '../model-reply.ts'
import { deepestAnswer } from '../wire-error.ts'
import { type GeminiOrigin, metadataFor } from './origin.ts'

interface StreamedCall {
  readonly id: string
  readonly name: string
  readonly args: Record<string, unknown>
  signature: string | undefined
}

/** The calls of a step wait until it is clear which of them has the signature: it may come after them, on an empty text. */
export interface StreamedCalls {
  /** A `functionCall` part, whole or a piece of one. False where a piece cannot be put into the arguments. */
  add(call: Readonly<Record<string, unknown>>, signature: string | undefined): boolean
  /** Signs the first call with a signature that came on its own. False where no call waits for one. */
  sign(signature: string): boolean
  /** Calls that need not wait any longer. */
  takeSigned(): readonly ReplyToolCall[]
  /** All calls, except one whose arguments are not complete: it would look complete. */
  takeAll(): readonly ReplyToolCall[]
  /** The model is done: every call is complete. */
  close(): void
}

export function createStreamedCalls(origin: GeminiOrigin, nextId: () => string): StreamedCalls {
  let waiting: StreamedCall[] = []
  /** The call whose arguments are still coming. */
  let open: StreamedCall | undefined
  let isSigned = false
  const seen = new Map<string, StreamedCall>()
  const own = createOwnership()
  const begin = (call: Readonly<Record<string, unknown>>, signature: string | undefined): StreamedCall | undefined => {
    const id = typeof call['id'] === 'string' && call['id'] !== '' ? call['id'] : undefined
    const name = jsonText(call['name'] ?? '')
    const args = { ...asObject(call['args']) }
    const before = id === undefined ? undefined : seen.get(id)
    // Some streams repeat a call in a later chunk, without its signature. Another call with the same id is another call.
    if (before !== undefined && before.name === name && deepEqual(before.args, args)) return undefined
    const begun = { id: id === undefined || before !== undefined ? nextId() : id, name, args, signature }
    seen.set(id ?? begun.id, begun)
    isSigned ||= signature !== undefined
    waiting.push(begun)
    return begun
  }
  const take = (): readonly ReplyToolCall[] => {
    const whole = waiting.filter((call) => call !== open)
    waiting = waiting.filter((call) => call === open)
    return whole.map((call) => toReply(call, origin))
  }
  return {
    add(call, signature) {
      const isPiece = open !== undefined && call['name'] === undefined
      const target = isPiece ? open : begin(call, own(signature))
      if (target === undefined) return true
      if (isPiece && signature !== undefined) {
        target.signature ??= signature
        isSigned = true
      }
      open = call['willContinue'] === true ? target : undefined
      return !Array.isArray(call['partialArgs']) || addPartialArguments(target.args, call['partialArgs'])
    },
    sign(signature) {
      const [first] = waiting
      if (first === undefined || isSigned) return false
      first.signature = signature
      isSigned = true
      return true
    },
    takeSigned: () => (isSigned && open === undefined ? take() : []),
    takeAll: take,
    close() {
      open = undefined
    },
  }
}

/** A signature belongs to the first call that has it. */
function createOwnership(): (signature: string | undefined) => string | undefined {
  const owned = new Set<string>()
  return (signature) => {
    if (signature === undefined || owned.has(signature)) return undefined
    owned.add(signature)
    return signature
  }
}

function asObject(args: unknown): Record<string, unknown> {
  return typeof args === 'object' && args !== null && !Array.isArray(args) ? (args as Record<string, unknown>) : {}
}

function toReply({ id, name, args, signature }: StreamedCall, origin: GeminiOrigin): ReplyToolCall {
  return {
    type: 'tool-call',
    toolCallId: id,
    toolName: name,
    input: JSON.stringify(args),
    ...metadataFor(origin, { thoughtSignature: signature }),
  }
}

/** The arguments that pieces of `partialArgs` make. Undefined where a piece has no place in them. */
export function partialArguments(pieces: readonly unknown[]): Record<string, unknown> | undefined {
  const args: Record<string, unknown> = {}
  return addPartialArguments(args, pieces) ? args : undefined
}

/** `$.location`, `$.stops[0].city`, `$['a b']`. */
const step = /\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/g

/**
 * Puts the pieces of `partialArgs` (Vertex, `streamFunctionCallArguments`) into the arguments that they belong to. A text may come
 * in several pieces, and grows. False for a path deeper than any answer, and for one that leaves items of a list out: a list with the
 * single item `[4000000000]` would be gigabytes of JSON.
 */
function addPartialArguments(args: Record<string, unknown>, pieces: readonly unknown[]): boolean {
  for (const piece of pieces) {
    if (!isPlainObject(piece) || typeof piece['jsonPath'] !== 'string') continue
    const path = [...piece['jsonPath'].matchAll(step)].map(([, name, index, quoted]) =>
      index === undefined ? (name ?? quoted!.replace(/\\(.)/g, '$1')) : Number(index),
    )
    if (path.length > deepestAnswer) return false
    if (path.length > 0 && !put(args, path, piece)) return false
  }
  return true
}

function put(
  args: Record<string, unknown>,
  path: readonly (string | number)[],
  piece: Record<string, unknown>,
): boolean {
  let holder: Record<string, unknown> = args
  for (const [depth, key] of path.slice(0, -1).entries()) {
    if (leavesOut(holder, key)) return false
    const inner = ownValue(holder, jsonText(key))
    if (typeof inner === 'object' && inner !== null) {
      holder = inner as Record<string, unknown>
      continue
    }
    const created = (typeof path[depth + 1] === 'number' ? [] : {}) as Record<string, unknown>
    setOwn(holder, jsonText(key), created)
    holder = created
  }
  if (leavesOut(holder, path.at(-1)!)) return false
  const key = jsonText(path.at(-1))
  const before = ownValue(holder, key)
  const value = pieceValue(piece)
  setOwn(holder, key, typeof before === 'string' && typeof value === 'string' ? before + value : value)
  return true
}

function leavesOut(holder: unknown, key: string | number): boolean {
  return Array.isArray(holder) && !(Number(key) <= holder.length)
}

function pieceValue(piece: Record<string, unknown>): unknown {
  for (const key of ['stringValue', 'numberValue', 'boolValue']) if (piece[key] !== undefined) return piece[key]
  return null
}
