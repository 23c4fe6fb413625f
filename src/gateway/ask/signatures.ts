import { isPlainObject } from '../../core/json.ts'
import { mapSame } from '../../core/map-same.ts'
import type {
  AnyAssistantPart,
  AnyModelMessage,
  MessageJson,
  ProviderOptions,
  TextPart,
  ToolCallPart,
} from '../../core/message.ts'
import { fingerprint, keepReplay } from '../../models/replay.ts'
import type { ProviderMetadata, ReplyToolCall } from '../../wire/model-reply.ts'
import { messageSignatures } from '../protocols/chat-completions/message-signatures.ts'
import type { SignatureStore } from '../stores/signature-store.ts'
import { type CallRecord, decodeCallRecord, encodeCallRecord } from './call-record.ts'

/** Where signatures are kept, for whom, and who issued them. */
export interface SignatureShelf {
  readonly store: SignatureStore
  /** The client's opaque id: see `ClientKeys`. */
  readonly client: string
  /** The key of Gemini's data in `providerOptions`. Default `google`; Vertex has its own. */
  readonly issuer?: string
  /** Told when the store rejects. The request goes on without it. */
  readonly onStoreError?: (error: unknown) => void
}

/** Of one history. Only the current turn needs its signatures, so the newest calls are asked for. */
const mostCalls = 1_000

/** Ids that Gemini or a gateway gave are far shorter. What is longer is no key for a store. */
const longestId = 256

/**
 * Gives the calls of a client's history their thought signatures back: those that the client sent, in any of the places that gateways
 * put them (`signatureOf` of the codec knows those on a call, `messageSignatures` those on a message), and those that the store kept.
 * What the store knows goes first: it also knows the family of the model, and the call as the model wrote it. A call that was edited
 * loses its signature, and values that only skip the check are taken out: the codec puts the documented one where it is needed.
 *
 * `given` is `messages` of the request as it came, `messages` what the codec made of it.
 */
export async function restoreSignatures(
  messages: readonly AnyModelMessage[],
  given: unknown,
  shelf: SignatureShelf,
): Promise<AnyModelMessage[]> {
  const records = await readRecords(messages, shelf)
  const issuer = shelf.issuer ?? 'google'
  const raw = Array.isArray(given) ? given.filter(isOfAssistant) : []
  let turn = 0
  return messages.map((message): AnyModelMessage => {
    if (message.role !== 'assistant') return message
    // The codec makes one message of each that an assistant said.
    const said = raw[turn++]
    if (typeof message.content === 'string') return message
    const own = said === undefined ? none : messageSignatures(said, callIdsIn(message.content))
    const content = mapSame(message.content, (part) => restorePart(part, own, records, issuer))
    return content === message.content ? message : { ...message, content }
  })
}

const none: ReadonlyMap<string, string> = new Map()

function isOfAssistant(message: unknown): message is Record<string, unknown> {
  return isPlainObject(message) && message['role'] === 'assistant'
}

function callIdsIn(content: readonly AnyAssistantPart[]): string[] {
  const ids: string[] = []
  for (const part of content) if (part.type === 'tool-call') ids.push(part.toolCallId)
  return ids
}

/** Keeps what goes with the calls of an answer. Never rejects: an answer is worth more than a note about it. */
export async function keepSignatures(calls: Iterable<ReplyToolCall>, shelf: SignatureShelf): Promise<void> {
  const entries = new Map<string, string>()
  for (const call of calls) {
    const record = call.toolCallId.length > longestId ? undefined : encodeCallRecord(call, shelf.issuer ?? 'google')
    if (record !== undefined) entries.set(call.toolCallId, record)
  }
  if (entries.size === 0) return
  try {
    await shelf.store.set(shelf.client, entries)
  } catch (error) {
    shelf.onStoreError?.(error)
  }
}

async function readRecords(
  messages: readonly AnyModelMessage[],
  shelf: SignatureShelf,
): Promise<Map<string, CallRecord>> {
  const ids = new Set<string>()
  for (const message of messages) {
    if (message.role !== 'assistant' || typeof message.content === 'string') continue
    for (const part of message.content) {
      const isKey = part.type === 'tool-call' && part.toolCallId !== '' && part.toolCallId.length <= longestId
      if (isKey) ids.add(part.toolCallId)
    }
  }
  const records = new Map<string, CallRecord>()
  if (ids.size === 0) return records
  try {
    for (const [id, text] of await shelf.store.get(shelf.client, [...ids].slice(-mostCalls))) {
      const record = decodeCallRecord(text)
      if (record !== undefined) records.set(id, record)
    }
  } catch (error) {
    shelf.onStoreError?.(error)
  }
  return records
}

function restorePart(
  part: AnyAssistantPart,
  own: ReadonlyMap<string, string>,
  records: ReadonlyMap<string, CallRecord>,
  issuer: string,
): AnyAssistantPart {
  if (part.type === 'text') return restoreText(part, issuer)
  if (part.type !== 'tool-call') return part
  const record = records.get(part.toolCallId)
  if (record !== undefined) {
    const proof = fingerprint(part.input)
    if (isUnchanged(part, proof, record)) return replayed(part, proof, record, issuer)
  }
  const sent = sentSignature(part) ?? own.get(part.toolCallId)
  const isVoid = sent === undefined || isBypass(sent) || sent === record?.signature
  return withSignature(part, issuer, isVoid ? {} : { thoughtSignature: sent })
}

/** A text need not be signed: what only skips the check is of no use to it. */
function restoreText(part: TextPart, issuer: string): TextPart {
  const sent = sentSignature(part)
  if (sent === undefined) return part
  // Where the client sent the family along, the codec leaves out what another one signed.
  const family = part.providerOptions?.['google']?.['family']
  const signature = { thoughtSignature: sent, ...(family === undefined ? {} : { family }) }
  return withSignature(part, issuer, isBypass(sent) ? {} : signature)
}

/** Where the codec puts what it finds on a call or a text, whoever issued it. */
function sentSignature({ providerOptions }: Pick<ToolCallPart, 'providerOptions'>): string | undefined {
  const signature = providerOptions?.['google']?.['thoughtSignature']
  return typeof signature === 'string' ? signature : undefined
}

/** Whether the call is the one that the client was given, in whatever way its arguments are written. */
function isUnchanged({ toolName, input }: ToolCallPart, proof: string, record: CallRecord): boolean {
  if (toolName !== record.toolName) return false
  if (proof === record.text) return true
  const value = typeof input === 'string' ? parse(input.trim() === '' ? '{}' : input) : input
  return value !== undefined && record.input !== '' && fingerprint(value) === record.input
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not what the client was given: that was JSON.
    return undefined
  }
}

/** The model's codec sends a call with a replay as the replay has it, where its input is still the one that `proof` is of. */
function replayed(part: ToolCallPart, proof: string, record: CallRecord, issuer: string): ToolCallPart {
  const { signature, family, wireName, wireArgs } = record
  const signed = withSignature(part, issuer, {
    ...(signature === undefined ? {} : { thoughtSignature: signature }),
    ...(signature === undefined || family === undefined ? {} : { family }),
  })
  const args = wireArgs ?? (typeof part.input === 'string' ? part.input : JSON.stringify(part.input))
  const replay = { by: issuer, name: wireName, args, input: proof }
  return { ...signed, providerOptions: keepReplay(signed.providerOptions as ProviderMetadata, replay) }
}

/** The call or text with this signature and no other. */
function withSignature<Part extends ToolCallPart | TextPart>(
  part: Part,
  issuer: string,
  signature: Record<string, MessageJson>,
): Part {
  // Most calls of most histories: nobody signed them.
  if (part.providerOptions === undefined && Object.keys(signature).length === 0) return part
  const { providerOptions, ...rest } = part
  const { google: _google, [issuer]: _own, ...others } = providerOptions ?? {}
  const options: ProviderOptions = Object.keys(signature).length === 0 ? others : { ...others, [issuer]: signature }
  return (Object.keys(options).length === 0 ? rest : { ...rest, providerOptions: options }) as Part
}

/** Documented for calls that nobody signed; as text, and as the base64 that some gateways make of it. */
const bypasses: readonly string[] = [
  'skip_thought_signature_validator',
  'context_engineering_is_the_way_to_go',
].flatMap((text) => [text, btoa(text), btoa(text).replace(/=+$/, '')])

function isBypass(signature: string): boolean {
  return bypasses.includes(signature)
}
