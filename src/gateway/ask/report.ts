import type { JsonObject } from '../../core/json.ts'
import { createToolCodec } from '../../models/tool-codec.ts'
import type { Change } from '../../schema/change.ts'
import { compileResponse } from '../../tools/compile-response.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import type { Ask } from './ask.ts'

/** What was changed in a request on its way to Gemini: tools, response format, history, and every warning. */
export function createReport({ options, ignored, repaired }: Ask, warnings: readonly RequestWarning[]): JsonObject {
  const { compiled } = createToolCodec(options.tools, { to: 'gemini', issuer: 'google', cachedBy: 'list' })
  const { responseFormat } = options
  const schema = responseFormat?.type === 'json' ? responseFormat.schema : undefined
  return {
    tools: compiled.entries.map(({ toolName, wireName }) => ({
      name: toolName,
      sent_as: wireName,
      changes: compiled.changes.filter(({ tool }) => tool === toolName).map(toJson),
    })),
    left_out: compiled.failures.map(({ tool, error }) => ({ name: tool, code: error.code, reason: error.message })),
    ...(schema === undefined
      ? {}
      : { response_format: { changes: compileResponse(schema as object, { to: 'gemini' }).changes.map(toJson) } }),
    ignored: [...ignored],
    repaired: [...repaired],
    warnings: warnings.map((warning) => (warning.type === 'other' ? warning.message : wordsOf(warning))),
  }
}

function wordsOf({ feature, details }: Exclude<RequestWarning, { type: 'other' }>): string {
  return details === undefined ? feature : `${feature}: ${details}`
}

function toJson({ at, keyword, code, effect, enforced, note }: Change): JsonObject {
  return { at, keyword, code, effect, enforced, note }
}
