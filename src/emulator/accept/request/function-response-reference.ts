import type { Json } from '../../../core/json.ts'
import type { SentenceRule, Subject } from './request-rule.ts'

/** A `$ref` anywhere in a response refers to one of its parts, whatever the client meant. */
export const functionResponseReference: SentenceRule = {
  id: 'function-response-reference',
  says: 'A `$ref` in a function response is the displayName of one of its parts.',
  source: 'https://github.com/twentyhq/twenty/issues/21712, https://github.com/vercel/ai/issues/14369',
  evidence: { 'ai-studio': 'known', vertex: 'known', 'cloud-code': 'unsure' },
  check: (subject) => findReference(subject, (isNamed) => !isNamed),
}

/** The documented form. It fails on AI Studio with 3.5 and 3.6 Flash. */
export const functionResponseReferenceNamed: SentenceRule = {
  id: 'function-response-reference-named',
  says: 'A function response has no `$ref`, not even to one of its parts.',
  source: 'https://github.com/googleapis/python-genai/issues/2792',
  evidence: { 'ai-studio': 'known', vertex: 'unsure', 'cloud-code': 'unsure' },
  check: (subject) => findReference(subject, (isNamed) => isNamed),
}

function findReference({ turns }: Subject, isWrong: (isNamed: boolean) => boolean): string | undefined {
  for (const { responses } of turns) {
    for (const { response, parts = [] } of responses) {
      const names = new Set(parts.map(({ inlineData }) => inlineData?.displayName))
      for (const name of references(response ?? {})) {
        if (isWrong(names.has(name))) {
          return `The referenced name \`${name}\` in function_response.response does not match to a display_name in the function_response.parts.`
        }
      }
    }
  }
  return undefined
}

function* references(value: Json): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    if (key === '$ref' && typeof member === 'string' && !Array.isArray(value)) yield member
    else yield* references(member as Json)
  }
}
