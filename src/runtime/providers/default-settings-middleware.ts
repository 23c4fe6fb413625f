import { isPlainObject, ownValue, setOwn } from '../../core/json.ts'
import type { SystemModelMessage } from '../../core/message.ts'
import type { ModelCallOptions } from '../../models/versions/language-model.ts'
import type { Instructions } from '../result/content.ts'
import type { LanguageModelMiddleware } from './language-model-middleware.ts'

/** The settings that {@link defaultSettingsMiddleware} takes. */
export type DefaultSettings = Partial<Omit<ModelCallOptions, 'prompt' | 'abortSignal' | 'retriedBy' | 'maxRetries'>>

/** Settings for calls that do not set them. Objects (`headers`, `providerOptions`) are merged at every level. */
export function defaultSettingsMiddleware({
  settings,
}: {
  readonly settings: DefaultSettings
}): LanguageModelMiddleware {
  return {
    specificationVersion: 'v4',
    transformParams: async ({ params }) => merge(settings, params) as ModelCallOptions,
  }
}

/** Names that a merge never writes: they reach prototypes. */
const unsafe = new Set(['__proto__', 'constructor', 'prototype'])

function merge(below: unknown, above: unknown): unknown {
  if (above === undefined || !isPlainObject(below) || !isPlainObject(above)) return above === undefined ? below : above
  const merged: Record<string, unknown> = { ...below }
  for (const key of Object.keys(above)) {
    if (above[key] !== undefined && !unsafe.has(key)) setOwn(merged, key, merge(ownValue(below, key), above[key]))
  }
  return merged
}

/** Instructions for calls whose prompt has none. */
export function defaultInstructionsMiddleware({
  instructions,
}: {
  readonly instructions: Instructions
}): LanguageModelMiddleware {
  const messages: readonly SystemModelMessage[] =
    typeof instructions === 'string'
      ? [{ role: 'system', content: instructions }]
      : Array.isArray(instructions)
        ? instructions
        : [instructions as SystemModelMessage]
  return {
    specificationVersion: 'v4',
    transformParams: async ({ params }) => {
      if (messages.length === 0 || params.prompt.some(({ role }) => role === 'system')) return params
      return { ...params, prompt: [...messages, ...params.prompt] }
    },
  }
}
