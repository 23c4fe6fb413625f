/** What a hostile upstream answers: everything in an answer that it can make long, whole, and as one event or many of a stream. */
import { eventsOf, replyOf } from './scenarios.mjs'

function repeat(count, make) {
  return Array.from({ length: count }, (_, index) => make(index))
}

function objectOf(properties, more = {}) {
  return { type: 'object', properties, ...more }
}

const string = { type: 'string' }
const list = (items) => objectOf({ a: { type: 'array', items } })

function withTool(parameters) {
  return { tools: [{ type: 'function', function: { name: 'look', description: 'Looks.', parameters } }] }
}

const replyWith = (parts, more = {}) => {
  const reply = replyOf(undefined, 'STOP')
  const [candidate] = reply.candidates
  return { ...reply, candidates: [{ ...candidate, content: { role: 'model', parts }, ...more }] }
}

const call = (args, more = {}) => ({ functionCall: { name: 'look', args, ...more } })
const calling = (args) => () => replyWith([call(args())])

function nest(depth) {
  let value = {}
  for (let level = 0; level < depth; level++) value = { a: value }
  return { root: value }
}

const node = { $ref: '#/$defs/node' }
const recursive = objectOf(
  { root: node },
  {
    $defs: {
      node: { anyOf: ['x', 'y', 'z'].map((name) => objectOf({ a: node, [name]: string }, { required: [name] })) },
    },
  },
)
const branches = (count) => repeat(count, (at) => objectOf({ k: { const: `k${at}` }, b: string }, { required: ['k'] }))
const required = repeat(300, (at) => `p${at}`)

const token = { token: 'a', logProbability: -0.1 }
const wantsTokens = { logprobs: true, top_logprobs: 20 }

/** By name: an answer of one message, and what is asked beside the prompt. Each is sent whole, and as one event. */
const single = {
  '900,000 values': [() => ({ ...replyWith([{ text: 'x' }]), more: repeat(900_000, () => 1) })],
  '45,000 keys': [
    () => ({ ...replyWith([{ text: 'x' }]), more: Object.fromEntries(repeat(45_000, (at) => [`m${at}`, 1])) }),
  ],
  '4,900 parts of text': [() => replyWith(repeat(4_900, (at) => ({ text: 'a', thought: at % 2 === 0 })))],
  '100,000 parts of text': [() => replyWith(repeat(100_000, () => ({ text: 'a' })))],
  '4,900 signed parts': [() => replyWith(repeat(4_900, (at) => ({ text: 'a', thoughtSignature: `s${at}` })))],
  '890 calls': [() => replyWith(repeat(890, () => call({}))), withTool(objectOf({ a: string }))],
  '20,000 calls': [() => replyWith(repeat(20_000, () => call({}))), withTool(objectOf({ a: string }))],
  '4,900 calls, each with an id': [() => replyWith(repeat(4_900, (at) => call({}, { id: `i${at}` })))],
  '4,900 sources': [
    () =>
      replyWith([{ text: 'x' }], {
        groundingMetadata: { groundingChunks: repeat(4_900, (at) => ({ web: { uri: `u${at}` } })) },
      }),
  ],
  '16,000 citations': [
    () =>
      replyWith([{ text: 'x' }], {
        citationMetadata: { citationSources: repeat(16_000, (at) => ({ startIndex: at })) },
      }),
  ],
  '700 log probabilities of 20': [
    () =>
      replyWith([{ text: 'x' }], {
        logprobsResult: {
          chosenCandidates: repeat(700, () => token),
          topCandidates: repeat(700, () => ({ candidates: repeat(20, () => token) })),
        },
      }),
    wantsTokens,
  ],
  '20,000 empty log probabilities': [
    () => replyWith([{ text: 'x' }], { logprobsResult: { chosenCandidates: repeat(20_000, () => ({})) } }),
    wantsTokens,
  ],
  'eight candidates of 1,200 texts': [
    () => {
      const { candidates, ...reply } = replyWith(repeat(1_200, () => ({ text: 'a' })))
      return { ...reply, candidates: repeat(8, () => candidates[0]) }
    },
    { n: 8 },
  ],
  '9,800 numbers as text': [
    calling(() => ({ a: repeat(9_800, (at) => `${at}`) })),
    withTool(list({ type: 'integer' })),
  ],
  '9,800 wrong values': [calling(() => ({ a: repeat(9_800, () => 'x') })), withTool(list({ type: 'integer' }))],
  '9,800 unknown members': [
    calling(() => Object.fromEntries(repeat(9_800, (at) => [`m${at}`, 1]))),
    withTool(objectOf({ a: string }, { additionalProperties: false })),
  ],
  '3,000 objects in a union of 200': [
    calling(() => ({ a: repeat(3_000, () => ({ k: 'z', b: 'x' })) })),
    withTool(list({ anyOf: branches(200) })),
  ],
  '9,800 texts for 10,000 listed numbers': [
    calling(() => ({ a: repeat(9_800, () => '9999') })),
    withTool(list({ enum: repeat(10_000, (at) => at) })),
  ],
  '3,000 objects without 300 properties': [
    calling(() => ({ a: repeat(3_000, () => ({})) })),
    withTool(list(objectOf(Object.fromEntries(required.map((name) => [name, string])), { required }))),
  ],
  'a recursive union, 30 deep': [calling(() => nest(30)), withTool(recursive)],
  'arguments 1,900 deep': [calling(() => nest(1_890)), withTool(objectOf({ root: {} }))],
  'arguments of 10 MB': [calling(() => ({ a: 'x'.repeat(10_000_000) })), withTool(objectOf({ a: string }))],
  'a text of 10 MB with escapes': [() => replyWith([{ text: '"\n'.repeat(2_500_000) }])],
  'a text of 10 MB beyond ASCII': [() => replyWith([{ text: '語'.repeat(3_300_000) }])],
  'an image of 10 MB': [() => replyWith([{ inlineData: { mimeType: 'image/png', data: 'A'.repeat(10_000_000) } }])],
}

const pieces = (count, make) => repeat(count, (at) => replyOf(make(at), at === count - 1 ? 'STOP' : undefined))

/** Each is sent as many events. */
const streamed = {
  '20,000 texts': [() => pieces(20_000, () => ({ text: 'a' }))],
  '20,000 thoughts and texts': [() => pieces(20_000, (at) => ({ text: 'a', thought: at % 2 === 0 }))],
  '890 calls': [() => pieces(890, () => call({})), withTool(objectOf({ a: string }))],
  '5,000 pieces of arguments': [
    () => [
      replyOf(call(undefined, { willContinue: true })),
      ...repeat(5_000, () =>
        replyOf({ functionCall: { partialArgs: [{ jsonPath: '$.a', stringValue: 'abc' }], willContinue: true } }),
      ),
      replyOf({ functionCall: {} }, 'STOP'),
    ],
    withTool(objectOf({ a: string })),
  ],
}

/** The answers, as cases: the bytes of Gemini's side beside what is asked. */
export const answerCases = Object.fromEntries([
  ...Object.entries(single).flatMap(([name, [make, request = {}]]) => [
    [`answer: ${name}`, { request, answer: () => JSON.stringify(make()) }],
    [`answer: ${name}, in an event`, { request: { ...request, n: 1, stream: true }, answer: () => eventsOf([make()]) }],
  ]),
  ...Object.entries(streamed).map(([name, [make, request = {}]]) => [
    `answer: ${name}, in a stream`,
    { request: { ...request, stream: true }, answer: () => eventsOf(make()) },
  ]),
])
