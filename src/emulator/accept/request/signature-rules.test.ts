import { call, model, response, signed, testRequestRules, user } from '../../../../test/emulator/request-cases.ts'
import type { Content } from '../../api/message.ts'
import { sign } from '../../api/signature.ts'
import { signatureRules } from './signature-rules.ts'

const missing = (name: string, position: number) =>
  `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\` , position ${position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`
const of = (...contents: readonly Content[]) => ({ contents })
const q = user('q')

testRequestRules(signatureRules, {
  'signature-missing': [
    {
      request: of(q, model(call('Bash')), user(response('Bash'))),
      said: missing('Bash', 2),
      accepted: of(q, model(signed('Bash')), user(response('Bash'))),
    },
    {
      // Sequential steps: every one needs it. Parallel calls: the first.
      request: of(
        q,
        model(signed('f'), call('g')),
        user(response('f'), response('g')),
        model(call('h')),
        user(response('h')),
      ),
      said: missing('h', 4),
      accepted: of(
        q,
        model(signed('f'), call('g')),
        user(response('f'), response('g')),
        model(signed('h')),
        user(response('h')),
      ),
    },
    {
      // One parallel step that was interleaved: its second call was never signed.
      request: of(q, model(signed('f')), user(response('f')), model(call('g')), user(response('g'))),
      said: missing('g', 4),
      // Turns that are over are not looked at.
      accepted: of(q, model(call('f')), user(response('f')), model(call('g')), user(response('g')), model('done'), q),
    },
    {
      endpoint: 'vertex',
      request: of(q, model(call('replace')), user(response('replace'))),
      said: 'Unable to submit request because function call `default_api:replace` in the 2. content block is missing a `thought_signature`. Learn more: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures',
      accepted: of(q, model(signed('replace', 'gemini-3-flash-preview', 'vertex')), user(response('replace'))),
    },
    {
      endpoint: 'cloud-code',
      request: of(q, model(call('Bash')), user(response('Bash'))),
      said: missing('Bash', 2),
      accepted: of(q, model(call('Bash', 'skip_thought_signature_validator')), user(response('Bash'))),
    },
  ],
  'signature-corrupted': [
    {
      request: of(q, model(call('f', 'c3RhbGU=')), user(response('f'))),
      said: 'Corrupted thought signature.',
      accepted: of(q, model(call('f', 'context_engineering_is_the_way_to_go')), user(response('f'))),
    },
    {
      // Of another endpoint.
      endpoint: 'vertex',
      request: of(q, model(signed('f')), user(response('f'))),
      said: 'Invalid thought signature.',
      accepted: of(q, model(call('f', btoa('skip_thought_signature_validator'))), user(response('f'))),
    },
  ],
  'signature-moved': [
    {
      // Moved from another call.
      endpoint: 'cloud-code',
      request: of(
        q,
        model(call('f', signed('g', 'gemini-3-flash-preview', 'cloud-code').thoughtSignature)),
        user(response('f')),
      ),
      said: 'Invalid thought signature.',
      accepted: of(q, model(signed('f', 'gemini-3-flash-preview', 'cloud-code')), user(response('f'))),
    },
  ],
  'signature-corrupted-elsewhere': [
    {
      request: of(q, model({ text: 'a', thoughtSignature: 'c3RhbGU=' }), q),
      said: 'Corrupted thought signature.',
      accepted: of(
        q,
        // Joined from the pieces of a stream: the signature of one of them stays.
        model({ text: 'ab', thoughtSignature: sign('b', { endpoint: 'ai-studio', generation: '3.0' }) }),
        q,
      ),
    },
    {
      request: of(q, model(call('f', 'c3RhbGU=')), user(response('f')), model('done'), q),
      said: 'Corrupted thought signature.',
      accepted: of(q, model(signed('f')), user(response('f')), model('done'), q),
    },
  ],
})
