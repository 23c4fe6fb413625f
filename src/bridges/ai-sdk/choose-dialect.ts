import { ToolfitError } from '../../core/errors.ts'
import type { AnyLanguageModel } from '../../models/versions/any-model.ts'
import type { DialectId, TargetId } from '../../schema/dialects/index.ts'
import { dialects, dialectsFor } from '../../schema/dialects/index.ts'

/**
 * The dialect that was asked for, or the model's own. A provider of the AI SDK writes all schemas in one form, so that there is nothing
 * to choose: `gemini-auto` is the form that the provider writes.
 */
export function chooseDialect(model: AnyLanguageModel, to: TargetId | undefined): DialectId {
  if (to === undefined) return defaultDialect(model)
  // Throws for an unknown dialect.
  const [first] = dialectsFor(to)
  if (to === 'gemini-auto') return isGoogle(model) ? defaultDialect(model) : first
  if (to === 'gemini-json' && isGoogle(model) && model.specificationVersion !== 'v4') {
    const message = `This version of @ai-sdk/google converts JSON Schema to Gemini's own schemas, and drops keywords that those do not have. Pass { to: 'gemini' }, or nothing.`
    throw new ToolfitError('option-invalid', message, { option: 'to', given: to, provider: model.provider })
  }
  return to
}

function isGoogle({ provider }: AnyLanguageModel): boolean {
  return /^google(\.|$)/.test(provider)
}

/**
 * The dialect of a model, where the name of its provider leaves no doubt. A gateway serves models of many providers.
 *
 * @throws ToolfitError `option-invalid` where it does not.
 */
function defaultDialect(model: AnyLanguageModel): DialectId {
  const { provider, modelId, specificationVersion } = model
  if (/(^|\.)anthropic(\.|$)/.test(provider)) return 'anthropic'
  // From version 4 on, `@ai-sdk/google` sends JSON Schema as it is, and no longer Gemini's own.
  if (isGoogle(model)) return specificationVersion === 'v4' ? 'gemini-json' : 'gemini'
  if (/^(openai|azure|azure-openai)(\.|$)/.test(provider)) return 'openai'
  const known = Object.keys(dialects)
  const message = `The dialect of ${JSON.stringify(modelId)} of ${JSON.stringify(provider)} does not follow from its name. Pass { to }, one of: ${known.join(', ')}.`
  throw new ToolfitError('option-invalid', message, { option: 'to', provider, known })
}
