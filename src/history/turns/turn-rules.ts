import { ToolfitError } from '../../core/errors.ts'
import { showValue } from '../../core/json.ts'

/** A provider's rules about turns, as data. No rule asks which provider it serves. */
export interface TurnRules {
  readonly id: string
  /** System messages come before all others, because they are sent in a separate field. */
  readonly systemFirst: boolean
  /** The first message after the system messages is from the user. */
  readonly opensWithUser: boolean
  /** An assistant message with calls may follow an assistant message without. */
  readonly callAfterAssistant: boolean
  /** A text of only white space is refused like an empty one. */
  readonly refusesBlankText: boolean
  /** Reasoning must be followed, in the same message, by what it led to. */
  readonly reasoningNeedsFollower: boolean
  /** A last message of the assistant must not end in white space. */
  readonly refusesTrailingSpace: boolean
  /** The maximum length of call ids, and their characters. */
  readonly idLength: number
  readonly idPattern: RegExp
  /** Names in `providerOptions` whose data keeps an empty text: it may carry a signature. */
  readonly signsEmptyText: readonly string[]
}

export type ProfileId = 'gemini' | 'openai-chat' | 'openai-responses' | 'anthropic'

/** What a provider takes that has no rules of its own. */
export const lenient: TurnRules = {
  id: 'lenient',
  systemFirst: false,
  opensWithUser: false,
  callAfterAssistant: true,
  refusesBlankText: false,
  reasoningNeedsFollower: false,
  refusesTrailingSpace: false,
  idLength: Number.POSITIVE_INFINITY,
  idPattern: /./s,
  signsEmptyText: [],
}

/** The turn rules of the known providers. */
export const turnRules: Readonly<Record<ProfileId, TurnRules>> = {
  gemini: {
    ...lenient,
    id: 'gemini',
    systemFirst: true,
    opensWithUser: true,
    callAfterAssistant: false,
    signsEmptyText: ['google', 'vertex', 'googleVertex', 'cloudCode'],
  },
  // Google's compatible endpoint signs texts too.
  'openai-chat': { ...lenient, id: 'openai-chat', idLength: 40, signsEmptyText: ['google'] },
  'openai-responses': { ...lenient, id: 'openai-responses', reasoningNeedsFollower: true, idLength: 64 },
  anthropic: {
    ...lenient,
    id: 'anthropic',
    systemFirst: true,
    opensWithUser: true,
    refusesBlankText: true,
    reasoningNeedsFollower: true,
    refusesTrailingSpace: true,
    // The pattern is the API's own (`tool_use.id: String should match pattern`); it names no length.
    idPattern: /^[a-zA-Z0-9_-]+$/,
  },
}

/** Looks up the rules of a profile by its name; a custom profile is returned as it is. */
export function resolveTurnRules(profile: ProfileId | TurnRules): TurnRules {
  if (typeof profile === 'object' && profile !== null) return profile
  if (Object.hasOwn(turnRules, profile)) return turnRules[profile]
  const known = Object.keys(turnRules)
  throw new ToolfitError(
    'option-invalid',
    `There is no history profile ${showValue(profile)}. There are: ${known.join(', ')}.`,
    { option: 'profile', given: showValue(profile), known },
  )
}
