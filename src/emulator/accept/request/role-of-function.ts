import { type SentenceRule, unsureEverywhere } from './request-rule.ts'

/** `function` was a role once. Strict: it is none any more, and `tool` never was one. Lenient: both pass for the user. */
export const roleOfFunction: SentenceRule = {
  id: 'role-of-function',
  says: 'The roles `function` and `tool` are no roles.',
  source: 'clients of 2026 send function responses as `user`; older ones sent `function`',
  evidence: unsureEverywhere,
  check: ({ turns }) =>
    turns.some(({ content: { role } }) => role === 'function' || role === 'tool')
      ? 'Please use a valid role: user, model.'
      : undefined,
}
