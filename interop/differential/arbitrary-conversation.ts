import fc from 'fast-check'
import type { ScriptStep } from '../../test/runtime/mock-model.ts'
import { arbitraryFeatures } from './arbitrary-features.ts'
import { arbitrarySteps } from './arbitrary-steps.ts'
import type { Choice, Conversation, Opening, Preparation, Stop } from './conversation.ts'
import { toolNames } from './conversation-tools.ts'
import type { Features } from './features.ts'

/** Conversations of one to five steps, with everything that a script can say. */
export function arbitraryConversation(): fc.Arbitrary<Conversation> {
  return fc.tuple(arbitraryPlan(), arbitraryFeatures()).map(([given, features]) => {
    const plan = withoutDelays(withPolicyThatAsks({ ...given, ...features }))
    // Files are linked only where nothing fetches them from the internet.
    const opening =
      plan.downloads === undefined ? plan.opening : { ...plan.opening, prompt: undefined, messages: linked }
    // Whoever resumes a call brings its tool.
    const tools = opening.messages === answeredRequests ? toolNames : plan.tools
    return { ...plan, opening, tools, steps: withAnswer(plan.steps, plan.output?.answer) }
  })
}

/** With time limits, nothing that takes real time, and no slow transforms: how far `ai` reads ahead of them depends on its buffers. */
function withoutDelays(plan: Conversation): Conversation {
  if (plan.timing === undefined) return plan
  const transforms = plan.transforms?.map((each) => (each.type === 'smooth' ? { ...each, delayInMs: null } : each))
  // A signature is made outside of the virtual time.
  // What is held back of a partial answer when the time is over is not compared.
  return { ...plan, transforms, output: undefined, approval: plan.approval && { ...plan.approval, secret: false } }
}

/** A policy that never asks refuses what was approved. */
function withPolicyThatAsks(plan: Conversation): Conversation {
  const { approval, opening } = plan
  if (approval === undefined || opening.messages !== answeredRequests) return plan
  const { guarded } = approval.statuses
  const isAsking =
    JSON.stringify(guarded ?? '').includes('user-approval') || JSON.stringify(guarded ?? '').includes('denied')
  if (isAsking) return plan
  return { ...plan, approval: { ...approval, statuses: { ...approval.statuses, guarded: 'user-approval' } } }
}

/** The last step says only this. */
function withAnswer(steps: readonly ScriptStep[], answer: readonly string[] | undefined): readonly ScriptStep[] {
  if (answer === undefined) return steps
  const { stream: _, ...last } = steps.at(-1)!
  return [...steps.slice(0, -1), { ...last, content: [{ type: 'text', text: answer }] }]
}

function arbitraryPlan(): fc.Arbitrary<Omit<Conversation, keyof Features>> {
  return fc.record({
    version: fc.constantFrom('v2', 'v3', 'v4'),
    steps: arbitrarySteps(),
    opening: arbitraryOpening(),
    tools: mostly(fc.constant(toolNames), fc.subarray(toolNames), fc.constant(undefined)),
    activeTools: rarely(arbitraryActiveTools()),
    toolChoice: rarely(arbitraryChoice()),
    stop: arbitraryStop(),
    prepared: rarely(fc.array(fc.option(arbitraryPreparation(), { nil: undefined }), { minLength: 1, maxLength: 4 })),
    settings: arbitrarySettings(),
    toolsContext: rarely(arbitraryToolsContext()),
    toolCallConcurrency: rarely(fc.integer({ min: 1, max: 2 })),
    repair: rarely(fc.constantFrom('mends', 'gives up', 'fails')),
    reading: fc.oneof(
      { arbitrary: fc.constant('fullStream' as const), weight: 3 },
      fc.constantFrom('textStream', 'partialOutputStream', 'elementStream', 'toUIMessageStream', 'promises'),
    ),
  })
}

/** The first one most of the time. */
function mostly<T>(first: fc.Arbitrary<T>, ...others: fc.Arbitrary<T>[]): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: first, weight: 6 }, ...others)
}

/** Undefined most of the time. */
function rarely<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, arbitrary)
}

function arbitraryActiveTools(): fc.Arbitrary<string[]> {
  return fc.oneof(fc.constant<string[]>([]), fc.subarray<string>(toolNames))
}

function arbitraryChoice(): fc.Arbitrary<Choice> {
  return fc.oneof(
    { arbitrary: fc.constant<Choice>('auto'), weight: 4 },
    fc.constantFrom<Choice>('none', 'required'),
    fc.constantFrom(...toolNames).map((toolName): Choice => ({ type: 'tool', toolName })),
  )
}

function arbitraryStop(): fc.Arbitrary<Stop> {
  const count = fc.integer({ min: 1, max: 6 })
  return fc.oneof(
    fc.constant<Stop>({ type: 'default' }),
    { arbitrary: count.map((count): Stop => ({ type: 'count', count })), weight: 3 },
    { arbitrary: fc.constant<Stop>({ type: 'count', count: 10 }), weight: 4 },
    fc.record({ type: fc.constant('any'), count, toolName: fc.constantFrom(...toolNames), isAsync: fc.boolean() }),
  )
}

const userMessage = { role: 'user', content: 'What is new?', providerOptions: { scripted: { cached: true } } }

/** An earlier turn with everything that a message can hold. */
const history = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Look at this' },
      { type: 'image', image: 'iVBORw0KGgo=' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Think', providerOptions: { scripted: { signature: 's' } } },
      { type: 'text', text: 'Let me see.' },
      { type: 'text', text: '' },
      { type: 'tool-call', toolCallId: 'old-1', toolName: 'echo', input: { text: 'a' } },
      {
        type: 'tool-call',
        toolCallId: 'old-2',
        toolName: 'add',
        input: { a: 1, b: 2 },
        providerOptions: { scripted: { n: 1 } },
      },
    ],
  },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'old-1', toolName: 'echo', output: { type: 'text', value: 'a' } }],
  },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'old-2', toolName: 'add', output: { type: 'json', value: 3 } }],
    providerOptions: { scripted: { last: true } },
  },
  { role: 'assistant', content: 'It is 3.' },
]

/** Calls that waited for the user's word, and what the user said. */
const answeredRequests = [
  { role: 'user', content: 'Do both' },
  {
    role: 'assistant',
    content: [
      { type: 'tool-call', toolCallId: 'old-1', toolName: 'guarded', input: { text: 'a' } },
      { type: 'tool-approval-request', approvalId: 'approval-1', toolCallId: 'old-1' },
      { type: 'tool-call', toolCallId: 'old-2', toolName: 'guarded', input: { text: 'b' } },
      { type: 'tool-approval-request', approvalId: 'approval-2', toolCallId: 'old-2' },
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-approval-response', approvalId: 'approval-1', approved: true },
      { type: 'tool-approval-response', approvalId: 'approval-2', approved: false, reason: 'Too dear' },
    ],
  },
]

/** Files by their addresses. */
const linked = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Compare these' },
      { type: 'image', image: new URL('https://example.com/a.png') },
      { type: 'file', data: 'https://example.com/b.pdf', mediaType: 'application/pdf', filename: 'b.pdf' },
      { type: 'file', data: new URL('https://other.example/c.png'), mediaType: 'image/*' },
      { type: 'image', image: 'https://example.com/a.png', mediaType: 'image/png' },
    ],
  },
]

const systemMessage = { role: 'system', content: 'Be exact.', providerOptions: { scripted: { cacheControl: 'long' } } }

function arbitraryInstructions(): fc.Arbitrary<unknown> {
  return fc.constantFrom<unknown>('Be brief.', systemMessage, [systemMessage, { role: 'system', content: 'Be kind.' }])
}

function arbitraryOpening(): fc.Arbitrary<Opening> {
  const talk = fc.constantFrom<Opening>(
    { prompt: 'Hello' },
    { messages: answeredRequests },
    { prompt: [userMessage] },
    { messages: [userMessage] },
    { messages: [...history, { role: 'user', content: [{ type: 'text', text: 'Go on' }] }] },
  )
  const told = fc.oneof(
    { arbitrary: fc.constant<Opening>({}), weight: 2 },
    arbitraryInstructions().map((system): Opening => ({ system })),
    arbitraryInstructions().map((instructions): Opening => ({ instructions })),
  )
  return fc.tuple(talk, told).map(([one, other]) => ({ ...one, ...other }))
}

function arbitraryCallSettings(): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(
    {
      temperature: fc.constantFrom(0, 0.5),
      maxOutputTokens: fc.integer({ min: 1, max: 100 }),
      topP: fc.constantFrom(0.1, 1),
      topK: fc.integer({ min: 1, max: 5 }),
      presencePenalty: fc.constantFrom(-1, 1),
      frequencyPenalty: fc.constantFrom(-1, 1),
      stopSequences: fc.constant(['END']),
      seed: fc.integer({ min: 0, max: 9 }),
      reasoning: fc.constantFrom('low', 'high'),
    },
    { requiredKeys: [] },
  )
}

function arbitrarySettings(): fc.Arbitrary<Record<string, unknown>> {
  const others = fc.record(
    {
      providerOptions: fc.constant({ scripted: { user: 'u', nested: { a: 1 } } }),
      headers: fc.constant({ 'x-trace': 't' }),
      maxRetries: fc.constant(0),
      runtimeContext: fc.constant({ tenant: 'acme', secret: 's' }),
    },
    { requiredKeys: [] },
  )
  return fc.tuple(rarely(arbitraryCallSettings()), rarely(others)).map(([one, other]) => ({ ...one, ...other }))
}

function arbitraryToolsContext(): fc.Arbitrary<Record<string, unknown>> {
  return fc.constantFrom<Record<string, unknown>>(
    { weather: { key: 'k' }, echo: { tenant: 1 } },
    Object.fromEntries(toolNames.map((name) => [name, { for: name }])),
  )
}

function arbitraryPreparation(): fc.Arbitrary<Preparation> {
  return fc.record(
    {
      toolChoice: arbitraryChoice(),
      activeTools: arbitraryActiveTools(),
      system: arbitraryInstructions(),
      instructions: arbitraryInstructions(),
      messages: fc.constant([{ role: 'user', content: 'Start again' }]),
      settings: arbitraryCallSettings(),
      providerOptions: fc.constant({ scripted: { nested: { b: 2 } }, other: { c: 3 } }),
      toolsContext: arbitraryToolsContext(),
      model: fc.constantFrom('v2', 'v3', 'v4'),
    },
    { requiredKeys: [] },
  )
}
