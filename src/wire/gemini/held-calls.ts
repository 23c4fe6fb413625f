import type { ReplyToolCall } from '../model-reply.ts'
import type { GeminiOrigin } from './gemini-wire.ts'
import { metadataFor } from './part-data.ts'
import { addPartialArguments } from './partial-arguments.ts'

interface HeldCall {
  readonly id: string
  readonly name: string
  readonly args: Record<string, unknown>
  signature: string | undefined
}

/** The calls of a step, until it is clear who has the signature: it may come behind them, on an empty text. */
export interface HeldCalls {
  /** A `functionCall` part, whole or a piece of one. */
  add(call: Readonly<Record<string, unknown>>, signature: string | undefined): void
  /** A signature that came on its own. False where no call waits for one. */
  sign(signature: string): boolean
  /** The calls that need not wait any longer. */
  takeSigned(): readonly ReplyToolCall[]
  /** All of them, but for one whose arguments have not all come: it would look whole. */
  takeAll(): readonly ReplyToolCall[]
  /** The model is done: nothing more comes for any call. */
  close(): void
  /** How many there have been. */
  count(): number
}

export function createHeldCalls(origin: GeminiOrigin, nextId: () => string): HeldCalls {
  let held: HeldCall[] = []
  /** The call whose arguments are still coming. */
  let open: HeldCall | undefined
  let isSigned = false
  let count = 0
  const seen = new Set<string>()
  const own = createOwnership()
  const begin = (call: Readonly<Record<string, unknown>>, signature: string | undefined): HeldCall | undefined => {
    const id = typeof call['id'] === 'string' && call['id'] !== '' ? call['id'] : undefined
    // Some streams repeat a call in a later chunk, without its signature.
    if (id !== undefined && seen.has(id)) return undefined
    if (id !== undefined) seen.add(id)
    const begun = {
      id: id ?? nextId(),
      name: String(call['name'] ?? ''),
      args: { ...asObject(call['args']) },
      signature,
    }
    isSigned ||= signature !== undefined
    count++
    held.push(begun)
    return begun
  }
  const take = (): readonly ReplyToolCall[] => {
    const whole = held.filter((call) => call !== open)
    held = held.filter((call) => call === open)
    return whole.map((call) => toReply(call, origin))
  }
  return {
    add(call, signature) {
      const isPiece = open !== undefined && call['name'] === undefined
      const target = isPiece ? open : begin(call, own(signature))
      if (target === undefined) return
      if (isPiece && signature !== undefined) {
        target.signature ??= signature
        isSigned = true
      }
      if (Array.isArray(call['partialArgs'])) addPartialArguments(target.args, call['partialArgs'])
      open = call['willContinue'] === true ? target : undefined
    },
    sign(signature) {
      const [first] = held
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
    count: () => count,
  }
}

/** A signature belongs to one call, the first that has it: the others of a step go without. */
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

function toReply({ id, name, args, signature }: HeldCall, origin: GeminiOrigin): ReplyToolCall {
  return {
    type: 'tool-call',
    toolCallId: id,
    toolName: name,
    input: JSON.stringify(args),
    ...metadataFor(origin, { thoughtSignature: signature }),
  }
}
