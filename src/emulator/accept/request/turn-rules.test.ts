import { call, model, response, signed, testRequestRules, user } from '../../../../test/emulator/request-cases.ts'
import type { Content } from '../../api/message.ts'
import { turnRules } from './turn-rules.ts'

const validRole = 'Please use a valid role: user, model.'
const bare = 'Request contains an invalid argument.'
const counts =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
const callOrder =
  'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
const endsWithModel = 'Requests ending with a model turn are not supported.'
const responseOrder = (name: string) =>
  `Please ensure that function response turn comes immediately after a function call turn. Got function response with name '${name}'.`
const reference = (name: string) =>
  `The referenced name \`${name}\` in function_response.response does not match to a display_name in the function_response.parts.`
const of = (...contents: readonly Content[]) => ({ contents })
const q = user('q')
const old = { model: 'gemini-2.5-flash' }
const late = { model: 'gemini-3.7-flash' }
const lateSigned = (name: string) => signed(name, late.model)
const onVertex = { endpoint: 'vertex', ...late } as const
const vertexSigned = (name: string) => signed(name, late.model, 'vertex')
const withId = (id: string, name: string) => ({ functionResponse: { id, name, response: {} } })
const picture = { inlineData: { mimeType: 'image/png', data: 'AAAA' } }
const refers = { functionResponse: { name: 'f', response: { deep: [{ $ref: 'a.png' }] } } }
const named = {
  functionResponse: {
    ...refers.functionResponse,
    parts: [{ inlineData: { ...picture.inlineData, displayName: 'a.png' } }],
  },
}

testRequestRules(turnRules, {
  'role-unknown': [
    { request: of({ ...q, role: 'assistant' }), said: validRole, accepted: of({ ...q, role: 'user' }) },
    { request: of({ ...q, role: 'system' }, q), said: validRole, accepted: of(q, q) },
    { endpoint: 'vertex', request: of({ ...q, role: 'MODEL' }), said: validRole, accepted: of(q) },
  ],
  'role-of-function': [
    {
      ...old,
      request: of(q, model(call('f')), { ...user(response('f')), role: 'function' }),
      said: validRole,
      accepted: of(q, model(call('f')), user(response('f'))),
    },
  ],
  'role-missing': [
    { endpoint: 'vertex', request: of({ parts: [{ text: 'q' }] }), said: validRole, accepted: of(q) },
    { endpoint: 'cloud-code', request: of({ role: '', parts: [{ text: 'q' }] }), said: validRole, accepted: of(q) },
  ],
  'model-turn-alone': [
    {
      request: of(model('Hello')),
      said: 'Please ensure that single turn requests end with a user role or the role field is empty.',
      accepted: of(q),
    },
  ],
  'model-turn-first': [{ request: of(model('Hello'), q), said: bare, accepted: of(q, model('Hello'), q) }],
  'function-response-in-model-turn': [
    {
      ...old,
      request: of(q, model(call('f')), model(response('f'))),
      said: bare,
      accepted: of(q, model(call('f')), user(response('f'))),
    },
    {
      ...old,
      request: of(q, model(call('f')), model(response('f')), model('Done.'), q),
      said: bare,
      // Google calls the functions of MCP servers itself.
      accepted: { ...of(q, model(call('f')), model(response('f')), model('Done.'), q), tools: [{ mcpServers: [{}] }] },
    },
  ],
  'function-call-order': [
    {
      ...old,
      request: of(model(call('f')), user(response('f'))),
      said: callOrder,
      accepted: of(q, model(call('f')), user(response('f'))),
    },
    {
      request: of(q, model(signed('f')), model('Let me see.'), model(signed('g')), user(response('g'))),
      said: callOrder,
      accepted: of(q, model('Let me see.'), model(signed('f')), user(response('f'))),
    },
    {
      endpoint: 'cloud-code',
      ...old,
      request: of(q, model(call('f')), model(call('g')), user(response('g'))),
      said: callOrder,
      accepted: of(q, model(call('f'), call('g')), user(response('g'), response('f'))),
    },
  ],
  'function-response-order': [
    {
      request: of(user(response('get_brand_site')), model('Here'), user('next')),
      said: responseOrder('get_brand_site'),
      accepted: of(q, model(call('get_brand_site')), user(response('get_brand_site')), model('Here'), user('next')),
    },
    {
      endpoint: 'vertex',
      ...old,
      request: of(q, model(call('f')), user('wait'), user(response('f'))),
      said: responseOrder('f'),
      accepted: of(q, model(call('f')), user(response('f')), user('wait')),
    },
  ],
  'function-response-count': [
    {
      ...old,
      request: of(q, model(call('f'), call('g')), user(response('f'))),
      said: counts,
      accepted: of(q, model(call('f'), call('g')), user(response('f'), response('g'))),
    },
    {
      request: of(q, model(signed('f')), user(response('f'), response('f'))),
      said: counts,
      accepted: of(q, model(signed('f')), user(response('f'))),
    },
  ],
  'function-response-split': [
    {
      endpoint: 'vertex',
      ...old,
      request: of(q, model(call('f'), call('g')), user(response('f')), user(response('g'))),
      said: counts,
      accepted: of(q, model(call('f'), call('g')), user(response('f'), response('g'))),
    },
    {
      request: of(q, model(signed('f'), call('g')), user(response('f')), user(response('g'))),
      said: counts,
      accepted: of(q, model(signed('f'), call('g')), user(response('f'), response('g'))),
    },
  ],
  'function-response-beside-media': [
    {
      ...old,
      request: of(q, model(call('f'), call('g')), user(response('f'), response('g'), picture)),
      said: counts,
      accepted: of(q, model(call('f'), call('g')), user(response('f'), response('g')), user(picture)),
    },
  ],
  'function-call-unanswered': [
    {
      ...old,
      request: of(q, model(call('f')), user('never mind')),
      said: counts,
      accepted: of(q, model(call('f')), user(response('f')), user('never mind')),
    },
  ],
  'turns-not-alternating': [
    {
      endpoint: 'cloud-code',
      request: of(q, q),
      said: 'Please ensure that multiturn requests alternate between user and model',
      accepted: of(q, model('a'), q),
    },
  ],
  'function-response-name-unknown': [
    {
      ...onVertex,
      request: of(q, model(vertexSigned('f')), user(response('g'))),
      said: bare,
      accepted: of(q, model(vertexSigned('f'), call('g')), user(response('g'), response('f'))),
    },
    {
      ...late,
      request: of(q, model(lateSigned('f'), call('f')), user(response('f'), response('g'))),
      said: bare,
      accepted: of(q, model(lateSigned('f'), call('f')), user(response('f'), response('f'))),
    },
  ],
  'function-response-id-unknown': [
    {
      ...late,
      request: of(
        q,
        model({ ...lateSigned('f'), functionCall: { id: 'a', name: 'f', args: {} } }),
        user(withId('b', 'f')),
      ),
      said: bare,
      accepted: of(
        q,
        model(
          { ...lateSigned('f'), functionCall: { id: 'a', name: 'f', args: {} } },
          { functionCall: { id: 'b', name: 'f' } },
        ),
        user(withId('b', 'f'), withId('a', 'f')),
      ),
    },
  ],
  'function-response-parts-unsupported': [
    {
      ...old,
      request: of(q, model(call('f')), user({ functionResponse: { name: 'f', response: {}, parts: [picture] } })),
      said: 'Multimodal function responses are not supported for this model',
      accepted: of(q, model(call('f')), user({ functionResponse: { name: 'f', response: {}, parts: [] } })),
    },
  ],
  'function-response-reference': [
    {
      request: of(q, model(signed('f')), user(refers)),
      said: reference('a.png'),
      accepted: of(q, model(signed('f')), user(response('f', { _$ref: 'a.png', ref: 'a.png', $refs: ['$ref'] }))),
    },
    {
      endpoint: 'vertex',
      ...old,
      request: of(q, model(call('f')), user(response('f', { $ref: '#/$defs/__schema0' }))),
      said: reference('#/$defs/__schema0'),
      accepted: of(q, model(call('f')), user(response('f', { $ref: { not: 'a name' } }))),
    },
  ],
  'function-response-reference-named': [
    {
      model: 'gemini-3.5-flash',
      request: of(q, model(signed('f', 'gemini-3.5-flash')), user(named)),
      said: reference('a.png'),
      accepted: of(
        q,
        model(signed('f', 'gemini-3.5-flash')),
        user({ functionResponse: { ...named.functionResponse, response: { deep: [] } } }),
      ),
    },
  ],
  'model-turn-last': [
    { ...late, request: of(q, model('Let me')), said: endsWithModel, accepted: of(q, model('Let me'), q) },
    { model: 'gemini-3.5-flash-lite', request: of(q, model('x')), said: endsWithModel, accepted: of(q, model('x'), q) },
    { endpoint: 'vertex', ...late, request: of(q, model('x')), said: endsWithModel, accepted: of(q) },
    {
      ...late,
      request: of(q, model(call('f'))),
      said: endsWithModel,
      accepted: of(q, model(lateSigned('f')), user(response('f'))),
    },
  ],
  'function-response-mixed': [
    {
      ...onVertex,
      request: of(q, model(vertexSigned('f')), user(response('f'), 'and also this')),
      said: endsWithModel,
      accepted: of(q, model(vertexSigned('f')), user(response('f')), user('and also this')),
    },
  ],
  'function-call-last': [
    { ...old, request: of(q, model(call('f'))), said: counts, accepted: of(q, model('The answer is')) },
  ],
})
