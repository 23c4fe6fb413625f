import { knownEverywhere, type SentenceRule } from './request-rule.ts'

/** Roles that older clients send for function responses. */
const functionRoles: readonly string[] = ['function', 'tool']

/** The roles of contents are `user` and `model`. */
export const roleUnknown: SentenceRule = {
  id: 'role-unknown',
  says: 'A role is `user` or `model`.',
  source: 'https://github.com/the-open-agent/openagent/issues/1666',
  evidence: knownEverywhere,
  check: ({ turns }) =>
    turns.some(({ content: { role = '' } }) => !['', 'user', 'model', ...functionRoles].includes(role))
      ? 'Please use a valid role: user, model.'
      : undefined,
}
