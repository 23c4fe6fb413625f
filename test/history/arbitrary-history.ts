import fc from 'fast-check'
import type {
  AnyAssistantPart,
  AnyModelMessage,
  AnyToolPart,
  AnyToolResultOutput,
  ProviderOptions,
  ToolCallPart,
  UserPart,
} from '../../src/core/message.ts'

const names = fc.constantFrom('search', 'read', 'write')
/** Few ids, so that they are missing, reused across turns, and too long for some provider. */
const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', '', 'call.1', 'x'.repeat(50), `${'y'.repeat(70)}:é`)
const texts = fc.oneof(
  { weight: 5, arbitrary: fc.string({ minLength: 1, maxLength: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', 'trailing \n', '\ud83d', 'ende \u{1f600}', '漢字かな交じり文') },
)

const signatures: fc.Arbitrary<ProviderOptions> = fc.constantFrom<ProviderOptions>(
  { google: { thoughtSignature: 'c2lnbmVk' } },
  { anthropic: { signature: 'EqQB' } },
  { openai: { itemId: 'rs_1', reasoningEncryptedContent: null } },
  { anthropic: { cacheControl: { type: 'ephemeral' } } },
)

function withOptions<T extends object>(part: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc
    .tuple(part, fc.option(signatures, { freq: 3, nil: undefined }))
    .map(([value, providerOptions]) => (providerOptions === undefined ? value : { ...value, providerOptions }))
}

const outputs: fc.Arbitrary<AnyToolResultOutput> = fc.oneof(
  texts.map((value) => ({ type: 'text' as const, value })),
  fc.jsonValue({ maxDepth: 2 }).map((value) => ({ type: 'json' as const, value: value as never })),
  texts.map((value) => ({ type: 'error-text' as const, value })),
  fc.constant({ type: 'execution-denied' as const, reason: 'no' }),
  fc.constant({ type: 'text' as const, value: 'long '.repeat(400) }),
  fc.constant({
    type: 'json' as const,
    value: { $ref: '#/x', list: Array.from({ length: 300 }, (_, index) => index) },
  }),
  fc.constant({
    type: 'content' as const,
    value: [
      { type: 'text' as const, text: 'see' },
      { type: 'media' as const, data: 'AAAA', mediaType: 'image/png' },
    ],
  }),
)

const results = fc
  .tuple(ids, names, outputs)
  .map(([toolCallId, toolName, output]) => ({ type: 'tool-result' as const, toolCallId, toolName, output }))

const calls: fc.Arbitrary<ToolCallPart> = withOptions(
  fc
    .tuple(ids, names, fc.jsonValue({ maxDepth: 1 }), fc.integer({ min: 0, max: 9 }))
    .map(([toolCallId, toolName, input, dice]) => ({
      type: 'tool-call' as const,
      toolCallId,
      toolName,
      input,
      ...(dice === 0 ? { providerExecuted: true } : {}),
    })),
)

const reasoning = withOptions(texts.map((text) => ({ type: 'reasoning' as const, text })))
const textParts = withOptions(texts.map((text) => ({ type: 'text' as const, text })))
const file = fc.constant({ type: 'file' as const, data: 'AAAA', mediaType: 'image/png' })
const approvalRequests = fc
  .tuple(fc.constantFrom('p', 'q'), ids)
  .map(([approvalId, toolCallId]) => ({ type: 'tool-approval-request' as const, approvalId, toolCallId }))
const approvalResponses = fc
  .tuple(fc.constantFrom('p', 'q'), fc.boolean())
  .map(([approvalId, approved]) => ({ type: 'tool-approval-response' as const, approvalId, approved }))

const userMessages: fc.Arbitrary<AnyModelMessage> = withOptions(
  fc.oneof(
    texts.map((content) => ({ role: 'user' as const, content })),
    fc
      .array(fc.oneof<fc.Arbitrary<UserPart>[]>(textParts, file), { maxLength: 3 })
      .map((content) => ({ role: 'user' as const, content })),
  ),
)

const assistantMessages: fc.Arbitrary<AnyModelMessage> = withOptions(
  fc.oneof(
    texts.map((content) => ({ role: 'assistant' as const, content })),
    fc
      .array(
        fc.oneof(
          { weight: 6, arbitrary: calls as fc.Arbitrary<AnyAssistantPart> },
          { weight: 3, arbitrary: textParts },
          { weight: 3, arbitrary: reasoning },
          { weight: 1, arbitrary: results },
          { weight: 1, arbitrary: approvalRequests },
          { weight: 1, arbitrary: file },
        ),
        { maxLength: 5 },
      )
      .map((content) => ({ role: 'assistant' as const, content })),
  ),
)

const toolMessages: fc.Arbitrary<AnyModelMessage> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: results as fc.Arbitrary<AnyToolPart> },
      { weight: 1, arbitrary: approvalResponses },
    ),
    { maxLength: 5 },
  )
  .map((content) => ({ role: 'tool' as const, content }))

const systemMessages: fc.Arbitrary<AnyModelMessage> = texts.map((content) => ({ role: 'system' as const, content }))

/** Any list of messages: calls and results at random, so that nearly nothing fits. */
const disorder: fc.Arbitrary<AnyModelMessage[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: userMessages },
    { weight: 5, arbitrary: assistantMessages },
    { weight: 5, arbitrary: toolMessages },
    { weight: 1, arbitrary: systemMessages },
  ),
  { maxLength: 14 },
)

interface Step {
  readonly before: readonly AnyAssistantPart[]
  readonly calls: readonly {
    readonly toolName: string
    readonly input: unknown
    readonly output: AnyToolResultOutput
  }[]
  readonly isSplit: boolean
}

const steps: fc.Arbitrary<Step> = fc.record({
  before: fc.array(
    fc.constantFrom<AnyAssistantPart>(
      { type: 'text', text: 'Let me see.' },
      {
        type: 'reasoning',
        text: 'I should look.',
        providerOptions: { anthropic: { signature: 'EqQB' } },
      },
    ),
    { maxLength: 2 },
  ),
  calls: fc.array(fc.record({ toolName: names, input: fc.jsonValue({ maxDepth: 1 }), output: outputs }), {
    minLength: 1,
    maxLength: 5,
  }),
  isSplit: fc.boolean(),
})

const turns = fc.record({
  question: fc.string({ minLength: 1, maxLength: 20 }).map((text) => `Q${text}`),
  steps: fc.array(steps, { maxLength: 5 }),
  answer: fc.option(
    fc.string({ maxLength: 20 }).map((text) => `A${text}.`),
    { nil: undefined, freq: 4 },
  ),
})

/** A history that every provider takes: turns of a question, steps of calls with their results, and an answer. */
export const arbitraryValidHistory: fc.Arbitrary<AnyModelMessage[]> = fc
  .record({ system: fc.boolean(), turns: fc.array(turns, { maxLength: 8 }) })
  .map(({ system, turns: list }) => {
    let count = 0
    const messages: AnyModelMessage[] = system ? [{ role: 'system', content: 'Be brief.' }] : []
    for (const turn of list) {
      messages.push({ role: 'user', content: turn.question })
      for (const step of turn.steps) messages.push(...writeStep(step, () => `id-${count++}`))
      if (turn.answer !== undefined) messages.push({ role: 'assistant', content: turn.answer })
    }
    return messages
  })

function writeStep({ before, calls: list, isSplit }: Step, nextId: () => string): AnyModelMessage[] {
  const identified = list.map((call) => ({ ...call, toolCallId: nextId() }))
  const parts = identified.map(({ toolCallId, toolName, output }) => ({
    type: 'tool-result' as const,
    toolCallId,
    toolName,
    output,
  }))
  const call: AnyModelMessage = {
    role: 'assistant',
    content: [
      ...before,
      ...identified.map(({ toolCallId, toolName, input }, index) => ({
        type: 'tool-call' as const,
        toolCallId,
        toolName,
        input,
        ...(index === 0 ? { providerOptions: { google: { thoughtSignature: `sig-${toolCallId}` } } } : {}),
      })),
    ],
  }
  return [
    call,
    ...(isSplit
      ? parts.map((part) => ({ role: 'tool' as const, content: [part] }))
      : [{ role: 'tool' as const, content: parts }]),
  ]
}

type Edit = (messages: readonly AnyModelMessage[], place: number) => AnyModelMessage[]

/** What goes wrong in practice with a history that was right. */
const edits: readonly Edit[] = [
  (messages, place) => messages.filter((_, index) => index !== place),
  (messages, place) => messages.slice(place),
  (messages, place) => messages.slice(0, place),
  (messages, place) => messages.flatMap((message, index) => (index === place ? [message, message] : [message])),
  (messages, place) => messages.toSpliced(place, 0, { role: 'user', content: 'Wait.' }),
  (messages, place) => messages.toSpliced(place, 0, { role: 'system', content: 'Remember.' }),
  (messages, place) => messages.toSpliced(place, 0, { role: 'assistant', content: 'Well,' }),
  (messages, place) => messages.toSpliced(place, 2, ...messages.slice(place, place + 2).reverse()),
  (messages, place) => messages.map((message, index) => (index === place ? withoutLastPart(message) : message)),
]

function withoutLastPart(message: AnyModelMessage): AnyModelMessage {
  return typeof message.content === 'string'
    ? message
    : ({ ...message, content: message.content.slice(0, -1) } as AnyModelMessage)
}

const damage = fc
  .tuple(
    arbitraryValidHistory,
    fc.array(fc.tuple(fc.nat({ max: edits.length - 1 }), fc.nat()), { minLength: 1, maxLength: 4 }),
  )
  .map(([messages, list]) =>
    list.reduce<AnyModelMessage[]>(
      (current, [edit, place]) => edits[edit]!(current, place % Math.max(1, current.length)),
      messages,
    ),
  )

/** Any history: right, damaged, or nothing but disorder. */
export const arbitraryHistory: fc.Arbitrary<AnyModelMessage[]> = fc.oneof(arbitraryValidHistory, damage, disorder)

/** Any list at all: also what is no message. */
export const arbitraryRubbish: fc.Arbitrary<AnyModelMessage[]> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.oneof(userMessages, assistantMessages, toolMessages) as fc.Arbitrary<unknown> },
      {
        weight: 2,
        arbitrary: fc.constantFrom<unknown>(
          undefined,
          null,
          'text',
          { role: 'function', content: 'x' },
          { role: 'assistant' },
          { role: 'assistant', content: null },
          { role: 'system', content: [{ type: 'text', text: 'x' }] },
          { role: 'tool', content: 'done' },
          { role: 'user', content: [null, { type: 'text' }, { type: 'tool-result', toolCallId: 'a' }] },
          {
            role: 'assistant',
            content: [
              { type: 'tool-call', toolName: 'search' },
              { type: 'tool-call', input: 1 },
            ],
          },
          { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'search', output: 'plain' }] },
          { role: 'assistant', content: [{ type: 'hologram', data: 1 }] },
        ),
      },
      { weight: 1, arbitrary: fc.anything() },
    ),
    { maxLength: 10 },
  )
  .map((list) => list as AnyModelMessage[])
