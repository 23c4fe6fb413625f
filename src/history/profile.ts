import { ToolfitError } from '../core/errors.ts'
import { showValue } from '../core/json.ts'
import type { RuleId } from './violation.ts'

/** A provider's rules about turns, as data. No rule asks which provider it serves. */
export interface Profile {
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
  /** The provider's recorded error message for each broken rule. */
  readonly refusals: Partial<Readonly<Record<RuleId, string>>>
}

export type ProfileId = 'gemini' | 'openai-chat' | 'openai-responses' | 'anthropic'

const responseCount =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
const callTurn =
  'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
const toolWithoutCall =
  "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
const callWithoutTool =
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
const useWithoutResult = '`tool_use` ids were found without `tool_result` blocks immediately after'

/** The turn rules of the known providers. */
export const profiles: Readonly<Record<ProfileId, Profile>> = {
  gemini: {
    id: 'gemini',
    systemFirst: true,
    opensWithUser: true,
    callAfterAssistant: false,
    refusesBlankText: false,
    reasoningNeedsFollower: false,
    refusesTrailingSpace: false,
    idLength: Number.POSITIVE_INFINITY,
    idPattern: /./s,
    signsEmptyText: ['google', 'vertex', 'googleVertex', 'cloudCode'],
    refusals: {
      'drop-stray-results': 'Please ensure that function response turn comes immediately after a function call turn.',
      'drop-empty': "required oneof field 'data' must have one initialized field",
      'join-split-calls': callTurn,
      'gather-results': responseCount,
      'answer-calls': responseCount,
      'join-call-to-text': callTurn,
      'open-with-user': callTurn,
    },
  },
  'openai-chat': {
    id: 'openai-chat',
    systemFirst: false,
    opensWithUser: false,
    callAfterAssistant: true,
    refusesBlankText: false,
    reasoningNeedsFollower: false,
    refusesTrailingSpace: false,
    idLength: 40,
    idPattern: /./s,
    signsEmptyText: [],
    refusals: {
      'drop-stray-results': toolWithoutCall,
      'join-split-calls': callWithoutTool,
      'gather-results': callWithoutTool,
      'answer-calls': callWithoutTool,
      'fit-ids': 'string too long. Expected a string with maximum length 40',
    },
  },
  'openai-responses': {
    id: 'openai-responses',
    systemFirst: false,
    opensWithUser: false,
    callAfterAssistant: true,
    refusesBlankText: false,
    reasoningNeedsFollower: true,
    refusesTrailingSpace: false,
    idLength: 64,
    idPattern: /./s,
    signsEmptyText: [],
    refusals: {
      'drop-stray-results': 'No tool call found for function call output with call_id',
      'answer-calls': 'No tool output found for function call',
      'gather-results': 'No tool output found for function call',
      'drop-lone-reasoning': "of type 'reasoning' was provided without its required following item.",
    },
  },
  anthropic: {
    id: 'anthropic',
    systemFirst: true,
    opensWithUser: true,
    callAfterAssistant: true,
    refusesBlankText: true,
    reasoningNeedsFollower: true,
    refusesTrailingSpace: true,
    // The pattern is the API's own (`tool_use.id: String should match pattern`); it names no length.
    idLength: Number.POSITIVE_INFINITY,
    idPattern: /^[a-zA-Z0-9_-]+$/,
    signsEmptyText: [],
    refusals: {
      'drop-stray-results': 'unexpected `tool_use_id` found in `tool_result` blocks',
      'drop-empty': 'text content blocks must be non-empty',
      'join-split-calls': useWithoutResult,
      'gather-results': useWithoutResult,
      'answer-calls': useWithoutResult,
      'fit-ids': 'tool_use ids must be unique',
      'open-with-user': 'messages: first message must use the "user" role',
      'trim-final-text': 'final assistant content cannot end with trailing whitespace',
    },
  },
}

/** Looks up a profile by its name; a custom profile is returned as it is. */
export function resolveProfile(profile: ProfileId | Profile): Profile {
  if (typeof profile === 'object' && profile !== null) return profile
  if (Object.hasOwn(profiles, profile)) return profiles[profile]
  const known = Object.keys(profiles)
  throw new ToolfitError(
    'option-invalid',
    `There is no history profile ${showValue(profile)}. There are: ${known.join(', ')}.`,
    { option: 'profile', given: showValue(profile), known },
  )
}
