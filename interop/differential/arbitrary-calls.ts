import fc from 'fast-check'
import type { ScriptToolCall } from '../../test/runtime/mock-model.ts'
import { arbitraryMetadata } from './arbitrary-metadata.ts'
import type { ToolName } from './conversation-tools.ts'

const delay = fc.integer({ min: 0, max: 3 })
const city = fc.constantFrom('Bern', 'Zürich', '')

/** Input that each tool takes. */
const validInputs: Record<Exclude<ToolName, 'search'>, fc.Arbitrary<unknown>> = {
  weather: fc.record({ city, unit: fc.constantFrom('C', 'F'), delay }, { requiredKeys: ['city'] }),
  add: fc.record({ a: fc.integer(), b: fc.constantFrom(0.5, -1, 1e21) }),
  echo: fc.record({ text: city, delay }, { requiredKeys: ['text'] }),
  clock: fc.constant({}),
  nothing: fc.record({ delay }, { requiredKeys: [] }),
  count: fc.record({ to: fc.integer({ min: 0, max: 3 }), delay }, { requiredKeys: ['to'] }),
  stumble: fc.record({ after: fc.integer({ min: 0, max: 2 }) }),
  fail: fc.record({ how: fc.constantFrom('error', 'text', 'object', 'sync'), delay }, { requiredKeys: ['how'] }),
  picture: fc.record({ of: city }),
  verdict: fc.record({ ok: fc.boolean() }),
  ask: fc.constant({ question: 'Why?' }),
  anything: fc.constantFrom<unknown>({}, { deep: { list: [1, null, 'x'] } }),
  plan: fc.record(
    { tags: fc.constantFrom([], ['a', 'b']), day: fc.constantFrom('Monday', '') },
    { requiredKeys: ['day'] },
  ),
  watched: fc.record({ text: city }),
  guarded: fc.record({ text: city }),
}

/** Input that no reading makes fit. Only of tools whose schema both implementations check. */
const misfits: fc.Arbitrary<NameAndInput> = fc.constantFrom<NameAndInput[]>(
  ['weather', '{}'],
  ['weather', ''],
  ['weather', '{"city":"Bern","unit":"K"}'],
  ['weather', 'null'],
  ['weather', '["Bern"]'],
  ['fail', '{"how":"never"}'],
  ['plan', '{"tags":["a"]}'],
  ['count', 'not json'],
  ['ask', '{"question":{"text":"Why?"}}'],
)

const strangers = fc.constantFrom('missing', 'constructor', 'toString', '__proto__')

/** A call for us to run, or to refuse. Its id is given later. */
export function arbitraryCall(): fc.Arbitrary<ScriptToolCall> {
  return fc.oneof(
    { arbitrary: arbitraryFit(), weight: 8 },
    withManner(misfits),
    withManner(strangers.map((toolName) => [toolName, '{"a":1}'])),
    withManner(fc.constantFrom(['clock', ''], ['nothing', '  '])),
  )
}

/** A call that its tool takes. */
export function arbitraryFit(): fc.Arbitrary<ScriptToolCall> {
  const calls = Object.entries(validInputs).map(([toolName, input]) =>
    fc
      .tuple(input, fc.constantFrom(0, 2))
      .map(([value, space]): NameAndInput => [toolName, JSON.stringify(value, null, space)]),
  )
  return withManner(fc.oneof(...calls))
}

type NameAndInput = readonly [toolName: string, input: string]

/** With or without metadata, and streamed in one way or another. */
function withManner(call: fc.Arbitrary<NameAndInput>): fc.Arbitrary<ScriptToolCall> {
  const metadata = fc.option(arbitraryMetadata(), { nil: undefined })
  return fc
    .tuple(call, metadata, fc.constantFrom('whole', 'pieces', 'not'))
    .map(([[toolName, input], providerMetadata, streamed]) => ({
      type: 'tool-call',
      toolCallId: '',
      toolName,
      input,
      ...(streamed === 'pieces' && { deltas: ['', input.slice(0, 3), input.slice(3)] }),
      ...(streamed === 'not' && { deltas: false }),
      ...(providerMetadata && { providerMetadata }),
    }))
}
