import type { RuleId } from './rules/rule.ts'
import { type ProfileId, type TurnRules, turnRules } from './turns/turn-rules.ts'

export type { ProfileId }

/** The rules of a provider, and what it says about a history that breaks them. */
export interface Profile extends TurnRules {
  /** The provider's recorded error message for each broken rule. */
  readonly refusals: Partial<Readonly<Record<RuleId, string>>>
}

const responseCount =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
const callTurn =
  'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
const toolWithoutCall =
  "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
const callWithoutTool =
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
const useWithoutResult = '`tool_use` ids were found without `tool_result` blocks immediately after'

const refusals: Readonly<Record<ProfileId, Profile['refusals']>> = {
  gemini: {
    'drop-stray-results': 'Please ensure that function response turn comes immediately after a function call turn.',
    'drop-empty': "required oneof field 'data' must have one initialized field",
    'join-split-calls': callTurn,
    'gather-results': responseCount,
    'answer-calls': responseCount,
    'join-call-to-text': callTurn,
    'open-with-user': callTurn,
  },
  'openai-chat': {
    'drop-stray-results': toolWithoutCall,
    'join-split-calls': callWithoutTool,
    'gather-results': callWithoutTool,
    'answer-calls': callWithoutTool,
    'fit-ids': 'string too long. Expected a string with maximum length 40',
  },
  'openai-responses': {
    'drop-stray-results': 'No tool call found for function call output with call_id',
    'answer-calls': 'No tool output found for function call',
    'gather-results': 'No tool output found for function call',
    'drop-lone-reasoning': "of type 'reasoning' was provided without its required following item.",
  },
  anthropic: {
    'drop-stray-results': 'unexpected `tool_use_id` found in `tool_result` blocks',
    'drop-empty': 'text content blocks must be non-empty',
    'join-split-calls': useWithoutResult,
    'gather-results': useWithoutResult,
    'answer-calls': useWithoutResult,
    'fit-ids': 'tool_use ids must be unique',
    'open-with-user': 'messages: first message must use the "user" role',
    'trim-final-text': 'final assistant content cannot end with trailing whitespace',
  },
}

/** The turn rules of the known providers, with what they say. Apart from the rules: a repair needs those alone. */
export const profiles: Readonly<Record<ProfileId, Profile>> = {
  gemini: { ...turnRules.gemini, refusals: refusals.gemini },
  'openai-chat': { ...turnRules['openai-chat'], refusals: refusals['openai-chat'] },
  'openai-responses': { ...turnRules['openai-responses'], refusals: refusals['openai-responses'] },
  anthropic: { ...turnRules.anthropic, refusals: refusals.anthropic },
}
