/** What a description is made of: the user's text, then the sentences for checks that have no keyword. */
export interface Words {
  user: string | undefined
  readonly rules: string[]
}

/** The user's text is only touched when a sentence follows it. */
export function endSentence({ user, rules }: Words): string | undefined {
  return user && rules.length > 0 && !/[.!?:;]\s*$/.test(user) ? `${user}.` : user
}
