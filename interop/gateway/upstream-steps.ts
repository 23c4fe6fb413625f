import type { Content, GenerateContentRequest } from 'toolfit/emulator'
import type { TestGateway } from './start-gateway.ts'

/** Calls that went back to Gemini together, as it was told of them. */
export interface UpstreamStep {
  readonly names: readonly string[]
  /** Whether the first call has a signature that Gemini gave; no other one counts, least of all the one that skips the check. */
  readonly isSigned: boolean
}

/** The history of the last request that Gemini got. */
export async function upstreamSteps({ emulator, answers }: TestGateway): Promise<UpstreamStep[]> {
  const texts = await answers()
  const given = new Set(texts.flatMap((text) => valuesOf('thoughtSignature', text)))
  const { contents = [] } = emulator.requests.at(-1)!.body as GenerateContentRequest
  return contents.map(callsIn).flatMap((calls): UpstreamStep[] => {
    const [first] = calls
    if (first === undefined) return []
    const isSigned = first.thoughtSignature !== undefined && given.has(JSON.stringify(first.thoughtSignature))
    return [{ names: calls.map(({ functionCall }) => functionCall!.name ?? ''), isSigned }]
  })
}

function callsIn({ parts = [] }: Content) {
  return parts.filter(({ functionCall }) => functionCall !== undefined)
}

/** What stands behind a key, as it is written. */
function valuesOf(key: string, text: string): string[] {
  return [...text.matchAll(new RegExp(`"${key}":\\s*("[^"]*"|\\d+)`, 'g'))].map(([, value]) => value!)
}

/** The tokens that Gemini counted in all its answers. In a stream, the last count is that of the whole. */
export async function tokensCounted({ answers }: TestGateway): Promise<number> {
  const texts = await answers()
  return texts.reduce((sum, text) => sum + Number(valuesOf('totalTokenCount', text).at(-1) ?? 0), 0)
}

/** Requests that Gemini refused, with the rules that did; none where all is well. */
export function refusals({ emulator }: TestGateway): string[] {
  return emulator.requests
    .filter(({ status, crash }) => status !== 200 || crash !== undefined)
    .map(({ status, error, rejections }) => `${status} ${error} ${rejections.map(({ rule }) => rule).join(', ')}`)
}

/** How many signatures the client sent back in its last request. */
export function signaturesSent({ sent }: TestGateway): number {
  return sent.at(-1)?.match(/"thought_signature"/g)?.length ?? 0
}
