import fc from 'fast-check'
import { toolNames } from './conversation-tools.ts'
import type {
  AgentPlan,
  ApprovalPlan,
  DownloadPlan,
  Features,
  OutputPlan,
  TelemetryPlan,
  TimingPlan,
  TransformPlan,
} from './features.ts'

/** Every feature is there in a fifth of all conversations, independently of the others. */
export function arbitraryFeatures(): fc.Arbitrary<Features> {
  return fc.record({
    output: sometimes(arbitraryOutput()),
    telemetry: sometimes(arbitraryTelemetry()),
    timing: sometimes(arbitraryTiming()),
    downloads: sometimes(arbitraryDownloads()),
    approval: sometimes(arbitraryApproval()),
    transforms: sometimes(fc.array(arbitraryTransform(), { minLength: 1, maxLength: 2 })),
    agent: sometimes(arbitraryAgent()),
  })
}

function sometimes<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, arbitrary)
}

const answers = [
  '{"city":"Bern","degrees":7}',
  '{"city":"Bern"}',
  '{"city":"Bern","degrees":7,"more":[1,2]}',
  '{"elements":[{"city":"A","degrees":1},{"city":"B","degrees":2}]}',
  '{"elements":[{"city":"A","degrees":1},{"city":"B"}]}',
  '{"elements":[]}',
  '{"result":"yes"}',
  '{"result":"nope"}',
  '"yes"',
  '[1,2]',
  'No JSON',
  '',
]

function arbitraryOutput(): fc.Arbitrary<OutputPlan> {
  const answer = fc
    .tuple(fc.constantFrom(...answers), fc.integer({ min: 1, max: 9 }))
    .map(([text, size]) => text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [''])
  return fc
    .record({
      type: fc.constantFrom('text', 'object', 'object', 'array', 'array', 'choice', 'json'),
      isNamed: fc.boolean(),
      answer: fc.oneof({ arbitrary: answer, weight: 4 }, fc.constant(undefined)),
    })
    .map((plan) => (isUnwrapped(plan) ? { ...plan, answer: undefined } : plan))
}

/** An answer without its wrapper object, which `ai` refuses: a small difference with a test of its own. */
function isUnwrapped({ type, answer = [] }: OutputPlan): boolean {
  return (type === 'choice' && answer[0]?.[0] === '"') || (type === 'array' && answer[0]?.[0] === '[')
}

function arbitraryTelemetry(): fc.Arbitrary<TelemetryPlan> {
  const settings = fc.record(
    {
      isEnabled: fc.constantFrom(true, true, false),
      recordInputs: fc.boolean(),
      recordOutputs: fc.boolean(),
      functionId: fc.constant('support'),
      includeRuntimeContext: fc.constant({ tenant: true }),
      includeToolsContext: fc.constant({ weather: { key: true }, echo: { tenant: true } }),
    },
    { requiredKeys: [] },
  )
  return fc.record({ settings, integrations: fc.constantFrom('events', 'spans', 'both') })
}

function arbitraryTiming(): fc.Arbitrary<TimingPlan> {
  const ms = fc.constantFrom(37, 153, 411, 5003)
  const limits = fc.record(
    {
      totalMs: ms,
      stepMs: ms,
      firstChunkMs: fc.constantFrom(17, 203),
      chunkMs: fc.constantFrom(17, 203),
      toolMs: fc.constantFrom(57, 157, 1009),
      tools: fc.constant({ weatherMs: 57, countMs: 157 }),
    },
    { requiredKeys: [] },
  )
  return fc.record({
    timeout: fc.oneof(ms, { arbitrary: limits, weight: 4 }, fc.constant(undefined)),
    pace: fc.constantFrom(0, 3, 23),
  })
}

function arbitraryDownloads(): fc.Arbitrary<DownloadPlan> {
  return fc.record({
    supportedUrls: fc.constantFrom('none', 'images', 'all'),
    answer: fc.constantFrom('bytes', 'bytes', 'null', 'fails', 'untyped'),
  })
}

function arbitraryApproval(): fc.Arbitrary<ApprovalPlan> {
  const status = fc.constantFrom<unknown>(
    'not-applicable',
    'approved',
    'denied',
    'user-approval',
    { type: 'approved', reason: 'Harmless' },
    { type: 'denied', reason: 'Too dear' },
    { type: 'user-approval', reason: 'Ask first' },
  )
  // A decision about a call of the provider's tool changes in `ai` how the run goes on, even if the call has run.
  const names = toolNames.filter((name) => name !== 'search')
  const statuses = fc.record(Object.fromEntries(names.map((name) => [name, status])), { requiredKeys: [] })
  return fc.record({
    form: fc.constantFrom('function', 'functions', 'statuses'),
    statuses,
    secret: fc.oneof({ arbitrary: fc.constant(false), weight: 3 }, fc.constant(true)),
  })
}

function arbitraryTransform(): fc.Arbitrary<TransformPlan> {
  return fc.oneof(
    {
      arbitrary: fc.record({
        type: fc.constant('smooth' as const),
        chunking: fc.constantFrom('word', 'line', 'letters'),
        delayInMs: fc.constantFrom(null, 10),
      }),
      weight: 3,
    },
    fc.constantFrom<TransformPlan>({ type: 'shout' }, { type: 'no reasoning' }, { type: 'other results' }),
  )
}

function arbitraryAgent(): fc.Arbitrary<AgentPlan> {
  return fc.record({
    prepareCall: fc.constantFrom('as it is', 'settings', undefined),
    hasCallOptions: fc.boolean(),
    listeners: fc.constantFrom('settings', 'call', 'both'),
  })
}
