import { expect, test } from 'vitest'
import { readScript } from './read-script.ts'

const call = { name: 'weather', args: { city: 'Rome' }, id: 'c1' }

test.each([
  [[]],
  [[{}, { expect: /a/, reply: 'Hi.', fault: 'stall' }]],
  [
    [
      {
        reply: [
          { text: 'Hi.', thought: true },
          { functionCall: call, thoughtSignature: 'AA==' },
        ],
      },
    ],
  ],
  [[{ reply: { candidates: [], usageMetadata: {} } }, { reply: { chunks: [] } }, { reply: { fault: 'stall' } }]],
  [[{ reply: { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Slow down.' } } }, { reply: () => 'Hi.' }]],
])('accepts the forms of a script: %j', (steps) => {
  expect(() => readScript(steps)).not.toThrow()
})

test('a reply alone is a step for any request', () => {
  const reply = () => 'Hi.'
  const response = { candidates: [] }
  expect(readScript(['Hi.', [{ text: 'Hi.' }], response, reply, { fault: '503' }, {}])).toEqual([
    { reply: 'Hi.' },
    { reply: [{ text: 'Hi.' }] },
    { reply: response },
    { reply },
    { fault: '503' },
    {},
  ])
})

test.each<[unknown, string]>([
  ['Hi.', "A script is a list of replies and steps: ['Hi.', { expect: /…/, reply: … }]."],
  [[{ reply: 'Hi.', text: 'Hi.' }], 'Step 1 of the script has "text". There are: expect, reply, fault.'],
  [[{}, { text: 'Hi.' }], 'The reply of step 2 is a part. Parts are a list: [{ … }].'],
  [[5], 'The reply of step 1 must be a text, a list of parts, a response or a function.'],
  [[{ reply: 5 }], 'The reply of step 1 must be a text, a list of parts, a response or a function.'],
  [[{ reply: { text: 'Hi.' } }], 'The reply of step 1 is a part. Parts are a list: [{ … }].'],
  [[{ reply: { parts: [] } }], 'The reply of step 1 has "parts". There are: candidates, '],
  [[{ reply: ['Hi.'] }], 'The reply of step 1, part 1, must be an object such as { text: … } or { functionCall: … }.'],
  [[{ reply: [{ text: 5 }] }], 'The reply of step 1, part 1, has a text that is no string.'],
  [[{ reply: [{ function_call: call }] }], 'The reply of step 1, part 1, has "function_call". There are: text, '],
  [[{ reply: [{ functionCall: { args: {} } }] }], "needs a functionCall such as { name: 'weather', args: { … } }."],
  [
    [{ reply: [{ functionCall: { name: 'a', arguments: {} } }] }],
    'functionCall, has "arguments". There are: name, args, id, ',
  ],
])('says what is wrong in %j', (steps, message) => {
  expect(() => readScript(steps)).toThrow(message)
})
