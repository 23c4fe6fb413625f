import { isPlainObject, parseJson } from '../../core/json.ts'
import { fingerprint, readReplay } from '../../models/replay.ts'
import { measureJson } from '../../wire/json-size.ts'
import type { ReplyToolCall } from '../../wire/model-reply.ts'
import { deepestAnswer, mostArgumentValues } from '../../wire/wire-error.ts'

/** What is stored of a call that a client got: enough to send it back to the model as the model wrote it. */
export interface CallRecord {
  /** The tool's name for the client. */
  readonly toolName: string
  /** The fingerprint of the arguments that the client got. Signatures are bound to content: an edited call has none. */
  readonly input: string
  /** The fingerprint of their text. Most clients send it back unchanged, and then nothing has to be parsed. */
  readonly text: string
  /** The tool's name on the wire. */
  readonly wireName: string
  /** The wire's arguments, as JSON, where they differ from the client's. */
  readonly wireArgs?: string
  readonly signature?: string
  /** The family of models that issued the signature: another one refuses it. */
  readonly family?: string
}

/** Gateways of several versions may share a store: rises when older ones could misread a record. */
const version = 1

export interface RecordContext {
  /** The key of Gemini's data in `providerOptions`. */
  readonly issuer: string
  /** Whose call it is. */
  readonly client: string
}

/** The client and the id of a call, in short. */
function ownerOf(client: string, id: string): string {
  return fingerprint([client, id])
}

/** The record of a call as a text for a {@link SignatureStore}. Undefined: there is nothing to store. */
export function encodeCallRecord(call: ReplyToolCall, { issuer, client }: RecordContext): string | undefined {
  if (call.providerExecuted === true) return undefined
  const { thoughtSignature, family } = call.providerMetadata?.[issuer] ?? {}
  const replay = readReplay(call.providerMetadata, issuer)
  if (replay === undefined) return undefined
  const isPlain = replay.name === call.toolName && replay.args === call.input
  if (thoughtSignature === undefined && isPlain) return undefined
  return JSON.stringify({
    v: version,
    c: ownerOf(client, call.toolCallId),
    t: call.toolName,
    i: replay.input,
    x: fingerprint(call.input),
    n: replay.name,
    a: replay.args === call.input ? undefined : replay.args,
    s: thoughtSignature,
    f: family,
  })
}

/**
 * Reads the record of a client's call. Undefined for values of other versions and programs, and for the record of another call: a store,
 * or a proxy before it, may mix up its answers, and a signature holds the thoughts of its conversation.
 */
export function decodeCallRecord(record: string, client: string, id: string): CallRecord | undefined {
  const fields = parseJson(record)
  if (!isPlainObject(fields) || fields['v'] !== version) return undefined
  // Records of 0.1 do not say whose they are.
  if (fields['c'] !== undefined && fields['c'] !== ownerOf(client, id)) return undefined
  const { t: toolName, i: input, x: text, n: wireName, a: wireArgs, s: signature, f: family } = fields
  if (typeof toolName !== 'string' || typeof wireName !== 'string' || typeof input !== 'string') return undefined
  if (typeof text !== 'string') return undefined
  // Other programs may write to the store, too. No answer had more.
  if (typeof wireArgs === 'string' && isTooLarge(wireArgs)) return undefined
  return {
    toolName,
    input,
    text,
    wireName,
    ...(typeof wireArgs === 'string' ? { wireArgs } : {}),
    ...(typeof signature === 'string' ? { signature } : {}),
    ...(typeof family === 'string' ? { family } : {}),
  }
}

const most = { depth: deepestAnswer, values: 2 * mostArgumentValues }

/** Empty lists and objects count twice. */
function isTooLarge(args: string): boolean {
  const { depth, values } = measureJson(args, undefined, most)
  return depth > most.depth || values > most.values
}
