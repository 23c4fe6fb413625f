import { fromBase64, toBase64 } from '../../core/bytes.ts'
import { ToolfitError } from '../../core/errors.ts'
import { canonicalJson, findJsonProblem } from '../../core/json.ts'
import { deepestValue } from '../../schema/issue.ts'
import type { ReadCall } from '../run/run.ts'

/** What a signature binds: one request for approval of one call. */
interface SignedApproval {
  readonly approvalId: string
  readonly call: ReadCall
}

/** The signature of a request for approval, as `ai` 7 writes it: HMAC-SHA256, in base64url. */
export async function signApproval(secret: string | Uint8Array, approval: SignedApproval): Promise<string> {
  const [payload] = await payloadsOf(approval)
  return toBase64Url(await crypto.subtle.sign('HMAC', await importKey(secret), encoder.encode(payload)))
}

/** Whether a signature was made with this secret for this request and this call. */
export async function verifyApproval(
  secret: string | Uint8Array,
  signature: unknown,
  approval: SignedApproval,
): Promise<boolean> {
  const bytes = fromBase64Url(signature)
  if (bytes === undefined) return false
  const key = await importKey(secret)
  for (const payload of await payloadsOf(approval)) {
    if (await crypto.subtle.verify('HMAC', key, bytes, encoder.encode(payload))) return true
  }
  return false
}

const encoder = new TextEncoder()

function importKey(secret: string | Uint8Array): Promise<CryptoKey> {
  const bytes = typeof secret === 'string' ? encoder.encode(secret) : new Uint8Array(secret)
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

/** What is signed, and what `ai` 6 signed: a field on each line, which is ambiguous only where a field has several. */
async function payloadsOf({ approvalId, call }: SignedApproval): Promise<string[]> {
  const { toolCallId, toolName } = call.part
  const fields = [approvalId, toolCallId, toolName, await digestOf(signedInput(call))]
  const isPlain = !fields.join('').includes('\n')
  return [JSON.stringify(['ai-sdk-tool-approval-v1', ...fields]), ...(isPlain ? [fields.join('\n')] : [])]
}

/**
 * The input that a signature binds: the parsed one, as in `ai`. Where JSON has no form for it (a Date, a Map), it is what the model sent,
 * because a digest of such a value would not change with its content.
 */
function signedInput({ part, sent }: ReadCall): unknown {
  if (findJsonProblem(part.input, deepestValue) === undefined) return part.input
  if (findJsonProblem(sent, deepestValue) === undefined) return sent
  throw new ToolfitError('tool-input-invalid', 'Input that is not JSON cannot be signed.')
}

/** The SHA-256 of a JSON value in base64url, the same for equal values. */
export async function digestOf(value: unknown): Promise<string> {
  return toBase64Url(await crypto.subtle.digest('SHA-256', encoder.encode(canonicalJson(value))))
}

function toBase64Url(bytes: ArrayBuffer): string {
  return toBase64(new Uint8Array(bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** A SHA-256 in base64url. */
const signaturePattern = /^[\w-]{43}$/

function fromBase64Url(text: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof text !== 'string' || !signaturePattern.test(text)) return undefined
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
}
