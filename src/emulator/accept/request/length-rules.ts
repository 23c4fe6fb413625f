import { countTokens } from '../../tokens/count-tokens.ts'
import { aboutRequests, refuseRequest } from './request-rule.ts'

/** The rule about the length of the input, by the emulator's own count of tokens, which is an estimate. It is checked last. */
export const lengthRules = refuseRequest([
  {
    id: 'input-too-long',
    says: 'The input has at most as many tokens as the model reads.',
    source: 'quoted for AI Studio and Vertex by many clients, 2024 to 2026',
    evidence: { 'ai-studio': 'known', vertex: 'known', 'cloud-code': 'unsure' },
    check: ({ request, model }, { endpoint }) => {
      const limit = model.inputTokenLimit
      // A token is at least one character, and characters are quicker to count.
      if (charactersIn(request) <= limit) return undefined
      const { totalTokens } = countTokens(request)
      if (totalTokens <= limit) return undefined
      return endpoint === 'vertex'
        ? `Unable to submit request because the input token count is ${totalTokens} but model only supports up to ${limit}. Reduce the input token count and try again. You can also use the CountTokens API to calculate prompt token count and billable characters. ${aboutRequests}`
        : `The input token count (${totalTokens}) exceeds the maximum number of tokens allowed (${limit}).`
    },
  },
])

/** The characters of all names and texts, and one for any other value. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  let sum = 0
  for (const key in value) sum += key.length + charactersIn((value as Readonly<Record<string, unknown>>)[key])
  return sum
}
