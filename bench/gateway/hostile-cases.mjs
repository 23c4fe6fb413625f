/**
 * What hostile clients send: everything in a request that a client can make long. A case is the text of a body, and headers. Most bodies
 * are below the gateway's 20 MB, so that they are read. What hostile upstreams answer is in hostile-answers.mjs.
 */
import { answerCases } from './hostile-answers.mjs'

/** What Gemini's side answers this model with is the case's own. */
export const hostileModel = 'gemini-3-flash-hostile'

const user = { role: 'user', content: 'Hi' }

function repeat(count, make) {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** An object with so many members. */
function members(count, make) {
  return Object.fromEntries(repeat(count, (index) => [`m${index}`, make(index)]))
}

/** No schema is sent twice: the gateway caches what it compiled. */
let salt = 0

function request(more = {}) {
  salt++
  return JSON.stringify({ model: 'gemini-3-flash-preview', messages: [user], ...more })
}

function tool(name, parameters) {
  return {
    type: 'function',
    function: { name, description: `Number ${salt}.`, parameters: { $comment: `${salt}`, ...parameters } },
  }
}

function objectOf(properties, more = {}) {
  return { type: 'object', properties, ...more }
}

function withFormat(schema, more = {}) {
  return request({
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'answer', schema: { $comment: `${salt}`, ...schema } },
    },
    ...more,
  })
}

function withTool(parameters) {
  return request({ tools: [tool('look', parameters)] })
}

/** Each definition names the next one. */
function chain(length) {
  const $defs = Object.fromEntries(
    repeat(length, (index) => [
      `d${index}`,
      index === length - 1 ? { type: 'string' } : { $ref: `#/$defs/d${index + 1}` },
    ]),
  )
  return objectOf({ root: { $ref: '#/$defs/d0' } }, { $defs })
}

/** Each definition names the next one twice: two to the power of `levels` leaves, from two kilobytes. */
function bomb(levels) {
  const $defs = Object.fromEntries(
    repeat(levels, (level) => {
      const next = level === levels - 1 ? { type: 'string' } : { $ref: `#/$defs/d${level + 1}` }
      return [`d${level}`, objectOf({ a: next, b: next })]
    }),
  )
  return objectOf({ root: { $ref: '#/$defs/d0' } }, { $defs })
}

function nest(depth, make, inner) {
  let value = inner
  for (let level = 0; level < depth; level++) value = make(value)
  return value
}

function withCalls(calls) {
  const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'ok' }))
  return request({ messages: [user, { role: 'assistant', content: null, tool_calls: calls }, ...results] })
}

function call(index, text) {
  return { id: `c${index}`, type: 'function', function: { name: 'look', arguments: text } }
}

function withResult(content) {
  const calls = [call(0, '{}')]
  const result = { role: 'tool', tool_call_id: 'c0', content }
  return request({ messages: [user, { role: 'assistant', content: null, tool_calls: calls }, result] })
}

const string = { type: 'string' }
const report = { 'x-toolfit-report': '1' }
const manyTools = () => repeat(512, (index) => tool(`tool_${index}`, objectOf(members(100, () => string))))
const described = () => ({
  type: 'string',
  description: 'What it is good for, in a sentence of some words, as people write them.',
})

const constrained = () => ({ type: 'string', pattern: '^[a-z]+$', minLength: 2, default: 'x', examples: ['a'] })
const oneOf = (index) => ({ oneOf: [string, { type: 'integer' }, objectOf({ kind: { const: `k${index}` } })] })

/** By name: how the body is made, and the headers beside it. */
export const cases = {
  'an ordinary request': { body: () => request() },
  '1,000,000 unknown members': { body: () => request(members(1_000_000, () => 1)) },
  '100,000 unknown members': { body: () => request(members(100_000, () => 1)) },
  '100,000 unknown members, in a report': { body: () => request(members(100_000, () => 1)), headers: report },
  '512 tools x 100 properties': { body: () => request({ tools: manyTools() }) },
  '512 tools x 100 properties, in a report': { body: () => request({ tools: manyTools() }), headers: report },
  '512 tools x 100 constrained properties, in a report': {
    body: () =>
      request({ tools: repeat(512, (index) => tool(`tool_${index}`, objectOf(members(100, () => constrained())))) }),
    headers: report,
  },
  // Just below the limits of nodes in all schemas, and of nodes below unions.
  '512 tools x 22 properties': {
    body: () => request({ tools: repeat(512, (index) => tool(`tool_${index}`, objectOf(members(22, () => string)))) }),
  },
  '512 tools x 22 properties, in a report': {
    body: () => request({ tools: repeat(512, (index) => tool(`tool_${index}`, objectOf(members(22, () => string)))) }),
    headers: report,
  },
  '512 tools x 36 properties': {
    body: () => request({ tools: repeat(512, (index) => tool(`tool_${index}`, objectOf(members(36, () => string)))) }),
  },
  '512 tools x 36 properties, in a report': {
    body: () => request({ tools: repeat(512, (index) => tool(`tool_${index}`, objectOf(members(36, () => string)))) }),
    headers: report,
  },
  '10 tools x 70 unions': {
    body: () => request({ tools: repeat(10, (at) => tool(`tool_${at}`, objectOf(members(70, oneOf)))) }),
  },
  '512 tools x 300 unions': {
    body: () => request({ tools: repeat(512, (at) => tool(`tool_${at}`, objectOf(members(300, oneOf)))) }),
  },
  '20 tools x 100 unions': {
    body: () => request({ tools: repeat(20, (at) => tool(`tool_${at}`, objectOf(members(100, oneOf)))) }),
  },
  '100,000 tools': { body: () => request({ tools: repeat(100_000, (index) => tool(`t${index}`, objectOf({}))) }) },
  '512 tools x 100 properties with descriptions': {
    body: () => request({ tools: repeat(512, (index) => tool(`tool_${index}`, objectOf(members(100, described)))) }),
  },
  '512 tools x 10 unions with descriptions': {
    body: () =>
      request({
        tools: repeat(512, (index) =>
          tool(`tool_${index}`, objectOf(members(10, () => ({ anyOf: [described(), { type: 'integer' }] })))),
        ),
      }),
  },
  'one tool with 5,000 properties': { body: () => withTool(objectOf(members(5_000, () => string))) },
  'one tool with 5,000 unions': { body: () => withTool(objectOf(members(5_000, oneOf))) },
  '60,000 properties in a format': { body: () => withFormat(objectOf(members(60_000, () => string))) },
  '5,000 properties in a format': { body: () => withFormat(objectOf(members(5_000, () => string))) },
  '3,300 properties in a format, in a report': {
    body: () => withFormat(objectOf(members(3_300, () => constrained()))),
    headers: report,
  },
  '5,000 properties in a format, in a report': {
    body: () => withFormat(objectOf(members(5_000, () => constrained()))),
    headers: report,
  },
  'a $ref chain of 50,000': { body: () => withTool(chain(50_000)) },
  'a $ref chain of 1,900': { body: () => withTool(chain(1_900)) },
  'a $ref chain of 1,900 in a format': { body: () => withFormat(chain(1_900)) },
  'a $ref chain of 5,000': { body: () => withTool(chain(5_000)) },
  'a $ref chain of 5,000 in a format': { body: () => withFormat(chain(5_000)) },
  '50,000 $defs': { body: () => withTool(objectOf({ a: string }, { $defs: members(50_000, () => string) })) },
  '5,000 $defs, each used': {
    body: () =>
      withTool(
        objectOf(
          members(5_000, (index) => ({ $ref: `#/$defs/m${index}` })),
          { $defs: members(5_000, () => string) },
        ),
      ),
  },
  '1,900 $defs, each used': {
    body: () =>
      withTool(
        objectOf(
          members(1_900, (index) => ({ $ref: `#/$defs/m${index}` })),
          { $defs: members(1_900, () => string) },
        ),
      ),
  },
  'a $ref bomb of 18 levels': { body: () => withTool(bomb(18)) },
  'a $ref bomb of 12 levels': { body: () => withTool(bomb(12)) },
  'a $ref bomb of 12 levels in a format': { body: () => withFormat(bomb(12)) },
  'a million enum values': {
    body: () => withTool(objectOf({ a: { enum: repeat(1_000_000, (index) => `v${index}`) } })),
  },
  '50,000 enum values': { body: () => withTool(objectOf({ a: { enum: repeat(50_000, (index) => `v${index}`) } })) },
  '50,000 enum objects': { body: () => withTool(objectOf({ a: { enum: repeat(50_000, (index) => ({ v: index })) } })) },
  'allOf of 10,000': {
    body: () => withTool({ allOf: repeat(10_000, (index) => objectOf({ [`p${index}`]: string })) }),
  },
  'allOf nested 100 deep': {
    body: () => withTool(nest(60, (inner) => ({ allOf: [inner, objectOf({ a: string })] }), objectOf({}))),
  },
  'unions of unions': {
    body: () =>
      withTool(objectOf({ a: nest(12, (inner) => ({ anyOf: [inner, objectOf({ k: inner }), string] }), string) })),
  },
  'allOf of 12 unions of 4': {
    body: () =>
      withTool({
        allOf: repeat(12, (at) => ({ anyOf: repeat(4, (index) => objectOf({ [`p${at}_${index}`]: string })) })),
      }),
  },
  'a union of 5,000 objects': {
    body: () => withTool(objectOf({ a: { anyOf: repeat(5_000, (at) => objectOf({ [`k${at}`]: string })) } })),
  },
  'a union of 1,550 objects': {
    body: () => withTool(objectOf({ a: { anyOf: repeat(1_550, (at) => objectOf({ [`k${at}`]: string })) } })),
  },
  'a union of 2,600 constants': {
    body: () =>
      withTool(objectOf({ a: { anyOf: repeat(2_600, (at) => ({ const: at, description: `Number ${at}.` })) } })),
  },
  'a union of 5,000 constants': {
    body: () =>
      withTool(objectOf({ a: { anyOf: repeat(5_000, (at) => ({ const: at, description: `Number ${at}.` })) } })),
  },
  'unions nested 90 deep, with siblings, around 290 properties': {
    body: () =>
      withTool(
        nest(
          90,
          (inner) => objectOf({ z: string }, { anyOf: [inner, objectOf({ q: string })] }),
          objectOf(members(290, () => string)),
        ),
      ),
  },
  'unevaluatedProperties nested 80 deep around 290 properties': {
    body: () =>
      withTool(
        nest(
          80,
          (inner) => ({ allOf: [inner, { properties: { a: string } }], unevaluatedProperties: false }),
          objectOf(members(290, () => string)),
        ),
      ),
  },
  'a union of 300 objects x 30 properties': {
    body: () => withTool(objectOf({ a: { anyOf: repeat(300, (at) => objectOf(members(30, () => ({ const: at })))) } })),
  },
  'a union of 120 objects x 30 properties': {
    body: () => withTool(objectOf({ a: { anyOf: repeat(120, (at) => objectOf(members(30, () => ({ const: at })))) } })),
  },
  '1,000 patterns x 1,000 names': {
    body: () =>
      withTool(
        objectOf(
          members(1_000, () => string),
          { patternProperties: Object.fromEntries(repeat(1_000, (at) => [`^x${at}`, string])) },
        ),
      ),
  },
  '5,000 required names': {
    body: () =>
      withTool(
        objectOf(
          members(5_000, () => string),
          { required: repeat(5_000, (at) => `m${4_999 - at}`) },
        ),
      ),
  },
  'if/then/else nested 60 deep': {
    body: () =>
      withTool(
        nest(
          60,
          (inner) => ({ if: objectOf({ a: { const: 1 } }), then: inner, else: objectOf({ b: string }) }),
          objectOf({}),
        ),
      ),
  },
  'dependent schemas of 850': {
    body: () =>
      withTool(
        objectOf(
          members(850, () => string),
          { dependentSchemas: members(850, () => objectOf({ z: string })) },
        ),
      ),
  },
  'dependent schemas of 2,000': {
    body: () =>
      withTool(
        objectOf(
          members(2_000, () => string),
          { dependentSchemas: members(2_000, () => objectOf({ z: string })) },
        ),
      ),
  },
  'a description of 200 kB that 1,900 references name': {
    body: () =>
      withTool(
        objectOf(
          members(1_900, () => ({ $ref: '#/$defs/a' })),
          { $defs: { a: { type: 'string', description: 'x'.repeat(200_000) } } },
        ),
      ),
  },
  '100,000 required names that are not declared': {
    body: () => withTool(objectOf({}, { required: repeat(100_000, (at) => `g${at}`) })),
  },
  '9,900 required names that are not declared': {
    body: () => withTool(objectOf({}, { required: repeat(9_900, (at) => `g${at}`) })),
  },
  'a property that needs 9,900 others': {
    body: () => withTool(objectOf({ a: string }, { dependentRequired: { a: repeat(9_900, (at) => `g${at}`) } })),
  },
  'a record over 9,900 names': {
    body: () =>
      withTool({
        type: 'object',
        propertyNames: { enum: repeat(9_900, (at) => `k${at}`) },
        additionalProperties: objectOf(members(50, () => string)),
      }),
  },
  '50,000 enum numbers': { body: () => withTool(objectOf({ a: { enum: repeat(50_000, (at) => at * 3) } })) },
  '110,000 enum values': { body: () => withTool(objectOf({ a: { enum: repeat(110_000, (at) => `v${at}`) } })) },
  '325 properties of six types in a format': {
    body: () =>
      withFormat(objectOf(members(325, () => ({ type: ['string', 'integer', 'null', 'boolean', 'object', 'array'] })))),
  },
  '490 properties of six types in a format': {
    body: () =>
      withFormat(objectOf(members(490, () => ({ type: ['string', 'integer', 'null', 'boolean', 'object', 'array'] })))),
  },
  '480 dynamic references in a format': {
    body: () =>
      withFormat(
        objectOf(
          members(480, () => ({ $dynamicRef: '#n' })),
          { $dynamicAnchor: 'n' },
        ),
      ),
  },
  'a schema nested 190 deep': { body: () => withTool(nest(90, (inner) => objectOf({ a: inner }), string)) },
  'a description of 10 MB': {
    body: () => withTool(objectOf({ a: { type: 'string', description: 'é'.repeat(5_000_000) } })),
  },
  '50,000 messages': { body: () => request({ messages: repeat(50_000, () => user) }) },
  '10,000 messages': { body: () => request({ messages: repeat(10_000, () => user) }) },
  '10,000 messages in turn': {
    body: () => request({ messages: repeat(10_000, (at) => (at % 2 ? { role: 'assistant', content: 'x' } : user)) }),
  },
  '100,000 parts': {
    body: () =>
      request({ messages: [{ role: 'user', content: repeat(100_000, () => ({ type: 'text', text: 'x' })) }] }),
  },
  '10,000 parts': {
    body: () => request({ messages: [{ role: 'user', content: repeat(10_000, () => ({ type: 'text', text: 'x' })) }] }),
  },
  '100,000 tool calls in one message': { body: () => withCalls(repeat(100_000, (at) => call(at, '{}'))) },
  '3,900 tool calls in one message': { body: () => withCalls(repeat(3_900, (at) => call(at, '{}'))) },
  '3,900 calls without results': {
    body: () =>
      request({
        messages: [user, { role: 'assistant', content: null, tool_calls: repeat(3_900, (at) => call(at, '{}')) }],
      }),
  },
  '4,900 tool calls in one message': { body: () => withCalls(repeat(4_900, (at) => call(at, '{}'))) },
  '4,900 calls without results': {
    body: () =>
      request({
        messages: [user, { role: 'assistant', content: null, tool_calls: repeat(4_900, (at) => call(at, '{}')) }],
      }),
  },
  '10,000 results without calls': {
    body: () =>
      request({ messages: repeat(10_000, (at) => ({ role: 'tool', tool_call_id: `c${at}`, content: '{"a":1}' })) }),
  },
  'arguments of 12 MB': {
    body: () => withCalls([call(0, JSON.stringify({ a: repeat(400_000, () => ({ b: 'some text' })) }))]),
  },
  'arguments of 4 MB, 90,000 values': {
    body: () => withCalls([call(0, JSON.stringify({ a: repeat(90_000, () => 'x'.repeat(40)) }))]),
  },
  'arguments 5,000 deep': { body: () => withCalls([call(0, `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)]) },
  'broken arguments of 31 kB': { body: () => withCalls([call(0, `{"a": ${"'".repeat(31_000)}`)]) },
  'broken arguments, 2,000 times': { body: () => withCalls(repeat(2_000, (at) => call(at, "{'a': 1"))) },
  'a JSON result of 12 MB': { body: () => withResult(JSON.stringify(repeat(600_000, (at) => ({ a: at, b: 'x' })))) },
  'a JSON result of 12 MB, few values': {
    body: () => withResult(JSON.stringify({ a: repeat(12, () => 'x'.repeat(1_000_000)) })),
  },
  'a JSON result of 3 MB, 90,000 values': {
    body: () => withResult(JSON.stringify(repeat(90_000, () => 'x'.repeat(30)))),
  },
  'a result of 12 MB, written as an object': { body: () => withResult({ a: repeat(90_000, () => 'x'.repeat(130)) }) },
  'a text of 18 MB': { body: () => request({ messages: [{ role: 'user', content: 'x'.repeat(18_000_000) }] }) },
  'a text of 18 MB with escapes': {
    body: () => request({ messages: [{ role: 'user', content: '\n"\\'.repeat(3_000_000) }] }),
  },
  'a text of 18 MB of \\u escapes': {
    body: () => request({ messages: [{ role: 'user', content: 'HERE' }] }).replace('HERE', '\\u00e9'.repeat(3_000_000)),
  },
  'a text of 18 MB beyond ASCII': {
    body: () => request({ messages: [{ role: 'user', content: '語'.repeat(6_000_000) }] }),
  },
  'a string of backslashes': {
    body: () => request({ messages: [{ role: 'user', content: 'HERE' }] }).replace('HERE', '\\\\'.repeat(9_000_000)),
  },
  'an image of 18 MB': {
    body: () =>
      request({
        messages: [
          {
            role: 'user',
            content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(18_000_000)}` } }],
          },
        ],
      }),
  },
  'a JSON result of 3 MB, nested 150 deep': {
    body: () =>
      withResult(
        JSON.stringify(
          nest(
            150,
            (inner) => [inner],
            repeat(90_000, () => 'x'.repeat(30)),
          ),
        ),
      ),
  },
  'arguments of 12 MB of text, in three messages': {
    body: () => {
      const text = JSON.stringify({ a: '"\n'.repeat(980_000) })
      const turn = (at) => [
        { role: 'assistant', content: null, tool_calls: [call(at, text)] },
        { role: 'tool', tool_call_id: `c${at}`, content: 'ok' },
      ]
      return request({ messages: [user, ...turn(0), ...turn(1), ...turn(2)] })
    },
  },
  'arguments of 9 MB of text': { body: () => withCalls([call(0, JSON.stringify({ a: '"\n'.repeat(2_000_000) }))]) },
  // Some texts take jsonrepair time that grows with the square of their length.
  'broken arguments of 16 kB with quotes inside': { body: () => withCalls([call(0, `{"a":"${'x" '.repeat(5_300)}`)]) },
  '3,900 messages, each a call without a result': {
    body: () =>
      request({
        messages: [
          user,
          ...repeat(3_900, (at) => ({ role: 'assistant', content: null, tool_calls: [call(at, '{}')] })),
        ],
      }),
  },
  '4,900 messages, each a call without a result': {
    body: () =>
      request({
        messages: [
          user,
          ...repeat(4_900, (at) => ({ role: 'assistant', content: null, tool_calls: [call(at, '{}')] })),
        ],
      }),
  },
  '2,000 calls with ids of 4 kB': {
    body: () => withCalls(repeat(2_000, (at) => ({ ...call(at, '{}'), id: `${'i'.repeat(4_000)}${at}` }))),
  },
  '3,900 calls with one id': { body: () => withCalls(repeat(3_900, () => call(0, '{}'))) },
  '4,900 calls with one id': { body: () => withCalls(repeat(4_900, () => call(0, '{}'))) },
  'eight streamed answers to 18 MB': {
    body: () => request({ n: 8, stream: true, messages: [{ role: 'user', content: 'x\n'.repeat(6_000_000) }] }),
  },
  'eight streamed answers to 990 calls': {
    body: () => withCalls(repeat(990, (at) => call(at, '{}'))).replace('{', '{"n":8,"stream":true,'),
  },
  'eight streamed answers to 1,240 calls': {
    body: () => withCalls(repeat(1_240, (at) => call(at, '{}'))).replace('{', '{"n":8,"stream":true,'),
  },
  '1,000 images of 18 kB that are not base64': {
    body: () =>
      request({
        messages: [
          {
            role: 'user',
            content: repeat(1_000, () => ({
              type: 'image_url',
              image_url: { url: `data:image/png;base64,${'A'.repeat(18_000)}é` },
            })),
          },
        ],
      }),
  },
  '14,000 images of 1 kB': {
    body: () =>
      request({
        messages: [
          {
            role: 'user',
            content: repeat(14_000, () => ({
              type: 'image_url',
              image_url: { url: `data:image/png;base64,${'A'.repeat(1_000)}` },
            })),
          },
        ],
      }),
  },
  'lone surrogates of 18 MB': {
    body: () => request({ messages: [{ role: 'user', content: 'HERE' }] }).replace('HERE', '\\ud800'.repeat(3_000_000)),
  },
  'a $ref of 1 MB': { body: () => withTool(objectOf({ a: { $ref: `#/$defs/${'a/'.repeat(500_000)}` } })) },
  '1,900 references of 900 characters': {
    body: () =>
      withTool(
        objectOf(
          members(1_900, () => ({ $ref: `#/$defs/${'%61'.repeat(290)}` })),
          { $defs: { ['a'.repeat(290)]: string } },
        ),
      ),
  },
  '5,000 patterns': {
    body: () => withTool(objectOf(members(5_000, (at) => ({ type: 'string', pattern: `^[a-z]{${at % 50}}(x|y)*$` })))),
  },
  '700 values that are not allowed': {
    body: () => withTool(objectOf({ a: { allOf: repeat(700, (at) => ({ not: { const: `x${at}` } })) } })),
  },
  '5,000 unknown keywords of 1 kB, in a report': {
    body: () => withTool(objectOf(members(5_000, (at) => ({ type: 'string', [`${'k'.repeat(1_000)}${at}`]: 'x' })))),
    headers: report,
  },
  '512 tools x 200 long enum values': {
    body: () =>
      request({
        tools: repeat(512, (index) =>
          tool(`tool_${index}`, objectOf({ a: { enum: repeat(200, (at) => `value_${'x'.repeat(40)}_${at}`) } })),
        ),
      }),
  },
  // Just below the limits, by what takes longest.
  '240 references by address': {
    body: () =>
      withTool(
        objectOf(members(240, (at) => ({ $id: `https://x.test/${at}`, $ref: `https://x.test/${(at + 1) % 240}` }))),
      ),
  },
  '270 references by name, in a ring of unions': {
    body: () =>
      withTool(
        objectOf(members(270, (at) => ({ $anchor: `a${at}`, anyOf: [{ $ref: `#a${(at + 1) % 270}` }, string] }))),
      ),
  },
  '190 references to addresses in addresses': {
    body: () =>
      withTool(
        objectOf(
          members(190, (at) => ({
            $id: `d${at}/`,
            ...objectOf({ a: { $id: `e${at}/`, ...objectOf({ b: { $ref: `../../d${(at + 1) % 190}/` } }) } }),
          })),
        ),
      ),
  },
  '2,100 lists that contain a value': {
    body: () => withTool(objectOf(members(2_100, (at) => ({ type: 'array', contains: { const: `${at}` } })))),
  },
  '12,900 properties of any type': { body: () => withTool(objectOf(members(12_900, () => ({})))) },
  '5,700 enums of three numbers': {
    body: () => withTool(objectOf(members(5_700, (at) => ({ enum: [1, 2, at + 3] })))),
  },
  '3,600 numbers with bounds': {
    body: () =>
      withTool(
        objectOf(members(3_600, (at) => ({ type: 'integer', exclusiveMinimum: at, multipleOf: 3, maximum: 1e6 }))),
      ),
  },
  '3,200 texts with formats and patterns': {
    body: () =>
      withTool(
        objectOf(
          members(3_200, (at) => ({ type: 'string', format: 'uri', pattern: `^${at}`, minLength: 2, maxLength: 9 })),
        ),
      ),
  },
  '4,200 lists of unique items': {
    body: () => withTool(objectOf(members(4_200, () => ({ type: 'array', items: string, uniqueItems: true })))),
  },
  '600 conditions': {
    body: () =>
      withTool(
        objectOf(
          members(600, () => string),
          {
            allOf: repeat(600, (at) => ({
              if: { properties: { [`m${at}`]: { const: 'x' } } },
              then: { required: [`m${(at + 1) % 600}`] },
            })),
          },
        ),
      ),
  },
  '102,000 enum values': { body: () => withTool(objectOf({ a: { enum: repeat(102_000, (at) => `v${at}`) } })) },
  '51,000 enum numbers': { body: () => withTool(objectOf({ a: { enum: repeat(51_000, (at) => at * 3) } })) },
  '6,000 required names that are not declared': {
    body: () => withTool(objectOf({}, { required: repeat(6_000, (at) => `g${at}`) })),
  },
  'a record over 6,000 names': {
    body: () =>
      withTool({
        type: 'object',
        propertyNames: { enum: repeat(6_000, (at) => `k${at}`) },
        additionalProperties: objectOf(members(50, () => string)),
      }),
  },
  'a stop list of a million': { body: () => request({ stop: repeat(1_000_000, () => 'x') }) },
  'a logit_bias of a million': { body: () => request({ logit_bias: members(1_000_000, () => 1) }) },
  'metadata of 90,000': { body: () => request({ metadata: members(90_000, () => 'x') }) },
  'modalities of 90,000': { body: () => request({ modalities: repeat(90_000, () => 'text') }) },
  'labels of 90,000': { body: () => request({ google: { labels: members(90_000, () => 'x') } }) },
  'google settings of 90,000': { body: () => request({ google: members(90_000, () => 'x') }) },
  'extra_body of 90,000': { body: () => request({ extra_body: members(90_000, () => 1) }) },
  'safety settings of 90,000': {
    body: () => request({ google: { safety_settings: repeat(30_000, () => ({ category: 'X', threshold: 'Y' })) } }),
  },
  'stream options of 90,000': { body: () => request({ stream: true, stream_options: members(90_000, () => 1) }) },
  'allowed tools of 90,000': {
    body: () =>
      request({
        tools: repeat(100, (at) => tool(`t${at}`, objectOf({}))),
        tool_choice: {
          type: 'allowed_tools',
          allowed_tools: {
            mode: 'auto',
            tools: repeat(30_000, (at) => ({ type: 'function', function: { name: `t${at % 100}` } })),
          },
        },
      }),
  },
  'JSON nested 1,000,000 deep': { body: () => '['.repeat(1_000_000) },
  '18 MB of {},': { body: () => `[${'{},'.repeat(6_000_000)}{}]` },
  '24 MB of {},': { body: () => `[${'{},'.repeat(8_000_000)}{}]` },
  '18 MB of spaces': { body: () => `${' '.repeat(18_000_000)}${request()}` },
  '18 MB of digits': { body: () => request({ seed: 0 }).replace('"seed":0', `"seed":${'1'.repeat(18_000_000)}`) },
  '90,000 duplicate keys': {
    body: () => `{${'"messages":[{"role":"user","content":"x"}],'.repeat(20_000)}"model":"gemini-3-flash-preview"}`,
  },
  '90,000 copies of tools': {
    body: () => `{"model":"gemini-3-flash-preview","messages":[],${'"tools":[],'.repeat(40_000)}"n":1}`,
  },
  'broken JSON of 18 MB': { body: () => `{"messages":["${'x'.repeat(18_000_000)}` },
  '300 headers': { body: () => request(), headers: members(300, () => 'x') },
  '15 kB of headers': { body: () => request(), headers: members(100, () => 'x'.repeat(140)) },
  ...Object.fromEntries(
    Object.entries(answerCases).map(([name, { request: more, answer }]) => [
      name,
      { body: () => request({ ...more, model: hostileModel }), answer },
    ]),
  ),
}
