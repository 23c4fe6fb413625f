import type { SentenceRule } from './request-rule.ts'

/** AI Studio takes a content without a role for one of the user. */
export const roleMissing: SentenceRule = {
  id: 'role-missing',
  says: 'A content has a role.',
  source: 'public live probe of Vertex, 2026',
  evidence: { vertex: 'known', 'cloud-code': 'unsure' },
  check: ({ turns }) =>
    turns.some(({ content: { role = '' } }) => role === '') ? 'Please use a valid role: user, model.' : undefined,
}
