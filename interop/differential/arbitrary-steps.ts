import fc from 'fast-check'
import type {
  ScriptFault,
  ScriptPart,
  ScriptResponse,
  ScriptStep,
  ScriptText,
  ScriptToolCall,
  ScriptUsage,
} from '../../test/runtime/mock-model.ts'
import { scriptedParts } from '../../test/runtime/scripted-parts.ts'
import { arbitraryCall, arbitraryFit } from './arbitrary-calls.ts'
import { arbitraryMetadata } from './arbitrary-metadata.ts'

/** Up to four steps that call tools, and a last one of any kind. */
export function arbitrarySteps(): fc.Arbitrary<ScriptStep[]> {
  return fc
    .tuple(
      fc.array(arbitraryStep({ isLast: false }), { maxLength: 4 }),
      arbitraryStep({ isLast: true }),
      fc.array(arbitraryManner(), { minLength: 5, maxLength: 5 }),
    )
    .map(([steps, last, manners]) =>
      [...steps, last].map((step, index) => manners[index]!(withIds(step, `call-${index + 1}`))),
    )
}

function arbitraryStep({ isLast }: { readonly isLast: boolean }): fc.Arbitrary<ScriptStep> {
  const parts = fc.array(arbitraryParts(), { maxLength: 4 })
  const content = isLast
    ? parts
    : fc.tuple(parts, arbitraryFit(), parts).map(([before, call, after]) => [...before, [call], ...after])
  return fc
    .record(
      {
        content: content.map((parts) => parts.flat()),
        rawFinishReason: fc.constantFrom('end_turn', 'tool_use'),
        usage: arbitraryUsage(),
        warnings: fc.constantFrom(
          [{ type: 'other' as const, message: 'Careful' }],
          [{ type: 'unsupported' as const, feature: 'topK', details: 'ignored' }],
        ),
        response: arbitraryResponse(),
        request: fc.constant({ body: '{"sent":true}' }),
        providerMetadata: arbitraryMetadata(),
      },
      { requiredKeys: ['content'] },
    )
    .chain((step) => arbitraryEnd(isLast ? 3 : 20).map((end) => ({ ...step, ...end })))
}

/** One step in five has blocks that come at the same time. */
function arbitraryManner(): fc.Arbitrary<(step: ScriptStep) => ScriptStep> {
  return fc.integer({ min: 0, max: 4 }).map((number) => (number === 4 ? withOverlap : (step: ScriptStep) => step))
}

/** A step of text, reasoning and calls, in whose stream the first two of them come at the same time. */
function withOverlap(step: ScriptStep): ScriptStep {
  const content = step.content ?? []
  if (content.length < 2 || !content.every(isBlock)) return step
  const [first, second, ...others] = content.map((part, place) => [
    ...scriptedParts({ content: [part.type === 'tool-call' ? part : { ...part, id: String(place) }] }, 'v3'),
  ])
  return { ...step, stream: [...inTurns(first!, second!), ...others.flat()] }
}

function isBlock(part: ScriptPart): part is ScriptText | ScriptToolCall {
  return part.type === 'text' || part.type === 'reasoning' || part.type === 'tool-call'
}

function inTurns<T>(one: readonly T[], other: readonly T[]): T[] {
  const longest = Math.max(one.length, other.length)
  return Array.from({ length: longest }, (_, index) => [one[index], other[index]])
    .flat()
    .filter((item): item is T => item !== undefined)
}

const finishReasons = [
  'stop',
  'length',
  'content-filter',
  'tool-calls',
  'error',
  'other',
  'unknown',
  'interrupted',
] as const

/** How a step ends, where it does not end as its content suggests: one in so many has a reason of its own, one a fault. */
function arbitraryEnd(outOf: number): fc.Arbitrary<Pick<ScriptStep, 'finishReason' | 'fault'>> {
  const error = new Error('The provider is down')
  const after = fc.integer({ min: 0, max: 6 })
  const fault = fc.oneof(
    fc.constant<ScriptFault>({ type: 'throw', error }),
    after.map((after): ScriptFault => ({ type: 'error-part', error, after })),
    after.map((after): ScriptFault => ({ type: 'break', error, after })),
    after.map((after): ScriptFault => ({ type: 'cut', after })),
    after.map((after): ScriptFault => ({ type: 'hang', after })),
  )
  return fc.oneof(
    { arbitrary: fc.constant({}), weight: outOf },
    { arbitrary: fc.constantFrom(...finishReasons).map((finishReason) => ({ finishReason })), weight: 2 },
    fault.map((fault) => ({ fault })),
  )
}

function arbitraryUsage(): fc.Arbitrary<ScriptUsage> {
  const tokens = fc.integer({ min: 0, max: 50 })
  const counted = fc.record(
    {
      input: tokens.map((count) => count + 100),
      output: tokens.map((count) => count + 50),
      reasoning: tokens,
      cacheRead: tokens,
      cacheWrite: tokens,
      raw: fc.constant({ total_tokens: 7 }),
    },
    { requiredKeys: [] },
  )
  return fc.oneof({ arbitrary: counted, weight: 3 }, fc.constant({}))
}

function arbitraryResponse(): fc.Arbitrary<ScriptResponse> {
  return fc.record(
    {
      id: fc.constantFrom('resp-1', 'resp-2'),
      timestamp: fc.constant(new Date('2001-02-03T04:05:06Z')),
      modelId: fc.constant('answered-by'),
      headers: fc.constant({ 'x-request-id': 'r1' }),
      body: fc.constant({ raw: true }),
    },
    { requiredKeys: [] },
  )
}

/** What comes together in an answer: a call of the provider's tool brings its result. */
function arbitraryParts(): fc.Arbitrary<ScriptPart[]> {
  return fc.oneof(
    { arbitrary: arbitraryText().map((part) => [part]), weight: 4 },
    { arbitrary: arbitraryCall().map((part) => [part]), weight: 6 },
    arbitraryFilePart().map((part) => [part]),
    arbitraryCustom().map((part) => [part]),
    arbitrarySource().map((part) => [part]),
    arbitraryProviderCall(),
  )
}

function arbitraryText(): fc.Arbitrary<ScriptText> {
  const piece = fc.constantFrom('', 'Hello', ' ', 'wörld', '\n', '"a":1')
  return fc.record(
    {
      type: fc.constantFrom('text', 'text', 'reasoning'),
      text: fc.oneof(piece, fc.array(piece, { maxLength: 4 })),
      id: fc.constantFrom('0', 'txt', 'block'),
      providerMetadata: arbitraryMetadata(),
      metadataOn: fc.constantFrom('start', 'delta', 'end'),
    },
    { requiredKeys: ['type', 'text'] },
  )
}

function arbitraryFilePart(): fc.Arbitrary<ScriptPart> {
  return fc.record(
    {
      type: fc.constantFrom('file', 'file', 'reasoning-file'),
      mediaType: fc.constantFrom('image/png', 'text/plain'),
      data: fc.constantFrom<string | Uint8Array>('iVBORw0KGgo=', new Uint8Array([104, 105])),
      providerMetadata: arbitraryMetadata(),
    },
    { requiredKeys: ['type', 'mediaType', 'data'] },
  )
}

function arbitraryCustom(): fc.Arbitrary<ScriptPart> {
  return fc.record(
    { type: fc.constant('custom'), kind: fc.constant('scripted.card'), providerMetadata: arbitraryMetadata() },
    { requiredKeys: ['type', 'kind'] },
  )
}

function arbitrarySource(): fc.Arbitrary<ScriptPart> {
  return fc.oneof(
    fc.record(
      {
        type: fc.constant('source'),
        sourceType: fc.constant('url'),
        id: fc.constantFrom('s1', 's2'),
        url: fc.constant('https://example.com/a'),
        title: fc.constant('A'),
        providerMetadata: arbitraryMetadata(),
      },
      { requiredKeys: ['type', 'sourceType', 'id', 'url'] },
    ),
    fc.constant<ScriptPart>({
      type: 'source',
      sourceType: 'document',
      id: 'd1',
      mediaType: 'application/pdf',
      title: 'Paper',
      filename: 'paper.pdf',
    }),
  )
}

/** A call that the provider runs: of a tool that was declared to it, or of one that only it knows. */
function arbitraryProviderCall(): fc.Arbitrary<ScriptPart[]> {
  return fc
    .record({
      isKnown: fc.boolean(),
      isError: fc.boolean(),
      hasResult: fc.boolean(),
      metadata: fc.option(arbitraryMetadata(), { nil: undefined }),
      result: fc.constantFrom<unknown>({ hits: [1, 2] }, 'found', ['a']),
    })
    .map(({ isKnown, isError, hasResult, metadata, result }) => {
      const tool = isKnown ? { toolName: 'search' } : { toolName: 'mcp_lookup', dynamic: true }
      const common = { toolCallId: 'provider', ...tool, ...(metadata && { providerMetadata: metadata }) }
      const call: ScriptPart = { type: 'tool-call', ...common, input: '{"query":"q"}', providerExecuted: true }
      const answer: ScriptPart = { type: 'tool-result', ...common, result, ...(isError && { isError }) }
      return hasResult ? [call, answer] : [call]
    })
}

/** Ids that are unique in the conversation; a result follows the call before it. */
function withIds(step: ScriptStep, prefix: string): ScriptStep {
  let count = 0
  const content = step.content?.map((part) => {
    if (part.type === 'tool-call') return { ...part, toolCallId: `${prefix}-${++count}` } satisfies ScriptToolCall
    return part.type === 'tool-result' ? { ...part, toolCallId: `${prefix}-${count}` } : part
  })
  return { ...step, ...(content && { content }) }
}
