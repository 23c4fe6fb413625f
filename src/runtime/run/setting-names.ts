import type { CallSettings } from '../../wire/model-request.ts'

/** The settings of a call of a model that steps may change. */
export const settingNames = [
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'stopSequences',
  'seed',
  'reasoning',
] as const satisfies readonly (keyof CallSettings)[]
