import { mapSame } from '../../core/collections.ts'
import { parseJson } from '../../core/json.ts'
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
import type { SignatureStore } from '../stores/signature-store.ts'
import { type CallRecord, decodeCallRecord, encodeCallRecord } from './call-record.ts'

/** Whose signatures are read and written, and who issued them. */
export interface SignatureContext {
  readonly store: SignatureStore
  /** The client's opaque id: see `ClientKeys`. */
  readonly client: string
  /** The key of Gemini's data in `providerOptions`: `google`, or Vertex's own. */
  readonly issuer: string
  /** Called when the store rejects. The request goes on without it. */
  onStoreError(error: unknown): void
}

/** Of one history. Only the current turn needs its signatures, so the newest calls are looked up. */
const mostCalls = 1_000

/** Ids that Gemini or a gateway made are far shorter. A longer one is not looked up. */
const longestId = 256

/** Gives a message of the assistant its signatures back. */
export type SignatureRestorer = (message: AnyAssistantMessage) => AnyAssistantMessage

type AnyAssistantMessage = Extract<AnyModelMessage, { role: 'assistant' }>

/**
 * Looks up the calls of a history. A call gets the signature that the store has for it: the store also has the family of the model, and
 * the call as the model wrote it. Otherwise it keeps the one that the client sent with it. An edited call loses its signature, and
 * values that only skip the check are removed: the codec adds the documented one where it is needed.
 */
export async function createSignatureRestorer(
  messages: readonly AnyModelMessage[],
  context: SignatureContext,
): Promise<SignatureRestorer> {
  const ids = callIds(messages)
  const records = ids.length === 0 ? noRecords : await readRecords(ids, context)
  return (message) => {
    if (typeof message.content === 'string') return message
    const content = mapSame(message.content, (part) => restorePart(part, records, context.issuer))
    return content === message.content ? message : { ...message, content }
  }
}

/** Stores what belongs to the calls of an answer. Never rejects: the answer does not depend on it. */
export async function storeSignatures(calls: Iterable<ReplyToolCall>, context: SignatureContext): Promise<void> {
  const records: [id: string, record: string][] = []
  for (const call of calls) {
    const record = call.toolCallId.length > longestId ? undefined : encodeCallRecord(call, context)
    if (record !== undefined) records.push([call.toolCallId, record])
  }
  if (records.length === 0) return
  try {
    await context.store.set(context.client, new Map(records))
  } catch (error) {
    context.onStoreError(error)
  }
}

function callIds(messages: readonly AnyModelMessage[]): string[] {
  const ids: string[] = []
  for (const message of messages) {
    if (message.role !== 'assistant' || typeof message.content === 'string') continue
    for (const part of message.content) {
      const isKey = part.type === 'tool-call' && part.toolCallId !== '' && part.toolCallId.length <= longestId
      if (isKey) ids.push(part.toolCallId)
    }
  }
  return ids
}

const noRecords: ReadonlyMap<string, CallRecord> = new Map()

async function readRecords(ids: readonly string[], context: SignatureContext): Promise<Map<string, CallRecord>> {
  const records = new Map<string, CallRecord>()
  try {
    for (const [id, text] of await context.store.get(context.client, [...new Set(ids)].slice(-mostCalls))) {
      const record = decodeCallRecord(text, context.client, id)
      if (record !== undefined) records.set(id, record)
    }
  } catch (error) {
    context.onStoreError(error)
  }
  return records
}

function restorePart(
  part: AnyAssistantPart,
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
  const sent = sentSignature(part)
  const isVoid = sent === undefined || isBypass(sent) || sent === record?.signature
  return withSignature(part, issuer, isVoid ? {} : { thoughtSignature: sent })
}

/** A text need not be signed, so a value that only skips the check is removed. */
function restoreText(part: TextPart, issuer: string): TextPart {
  const sent = sentSignature(part)
  if (sent === undefined) return part
  // With the family that the client sent along, the codec leaves out a signature of another one.
  const family = part.providerOptions?.['google']?.['family']
  const signature = { thoughtSignature: sent, ...(family === undefined ? {} : { family }) }
  return withSignature(part, issuer, isBypass(sent) ? {} : signature)
}

/** The protocol's codec puts every signature here, whoever issued it. */
function sentSignature({ providerOptions }: Pick<ToolCallPart, 'providerOptions'>): string | undefined {
  const signature = providerOptions?.['google']?.['thoughtSignature']
  return typeof signature === 'string' ? signature : undefined
}

/** Whether the call is the one that the client got. Its arguments may be written in another way. */
function isUnchanged({ toolName, input }: ToolCallPart, proof: string, record: CallRecord): boolean {
  if (toolName !== record.toolName) return false
  if (proof === record.text) return true
  const value = typeof input === 'string' ? parseJson(input.trim() === '' ? '{}' : input) : input
  // The client got JSON: another text was edited.
  return value !== undefined && record.input !== '' && fingerprint(value) === record.input
}

/** The model's codec sends a call with a replay as the model wrote it, as long as its input has the fingerprint `proof`. */
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
  // Most calls have no signature.
  if (part.providerOptions === undefined && Object.keys(signature).length === 0) return part
  const { providerOptions, ...rest } = part
  const { google: _google, [issuer]: _own, ...others } = providerOptions ?? {}
  const options: ProviderOptions = Object.keys(signature).length === 0 ? others : { ...others, [issuer]: signature }
  return (Object.keys(options).length === 0 ? rest : { ...rest, providerOptions: options }) as Part
}

/** Documented for calls without a signature; as text, and as the base64 that some gateways make of it. */
const bypasses: readonly string[] = [
  'skip_thought_signature_validator',
  'context_engineering_is_the_way_to_go',
].flatMap((text) => [text, btoa(text), btoa(text).replace(/=+$/, '')])

function isBypass(signature: string): boolean {
  return bypasses.includes(signature)
}

/** The messages without signatures; undefined where there are none. The model's codec adds the documented bypass where it is needed. */
export function dropSignatures(messages: readonly AnyModelMessage[]): AnyModelMessage[] | undefined {
  const unsigned = mapSame(messages, (message) => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return message
    const content = mapSame(message.content, withoutSignature)
    return content === message.content ? message : { ...message, content }
  })
  return unsigned === messages ? undefined : [...unsigned]
}

function withoutSignature(part: AnyAssistantPart): AnyAssistantPart {
  if (part.type === 'tool-approval-request' || !isSigned(part.providerOptions)) return part
  const entries = Object.entries(part.providerOptions).map(([issuer, own]) => {
    const { thoughtSignature: _signature, family: _family, ...rest } = own ?? {}
    return [issuer, rest]
  })
  return { ...part, providerOptions: Object.fromEntries(entries) as ProviderOptions }
}

function isSigned(options: ProviderOptions | undefined): options is ProviderOptions {
  return options !== undefined && Object.values(options).some((own) => own?.['thoughtSignature'] !== undefined)
}
