import type { RequestWarning } from '../../../wire/model-request.ts'
import type { AnswerContext } from './answer-context.ts'
import { ignoredByModel } from './find-ignored.ts'

/** Longer lists are cut: a header is for a glance, `x-toolfit-report` for the whole of it. */
const longestHeader = 1_000

/** Headers that say which parameters had no effect and what was repaired. Both enter the record of the request too. */
export function answerHeaders(
  { request, draft }: AnswerContext,
  warnings: readonly RequestWarning[],
): Readonly<Record<string, string>> {
  const { repaired } = request
  const ignored = [...new Set([...request.ignored, ...ignoredByModel(warnings)])]
  if (ignored.length > 0) draft.ignored = [...new Set(ignored.map(labelOf))]
  if (repaired.length > 0) draft.repaired = repaired
  return {
    ...(ignored.length === 0 ? {} : { 'x-toolfit-ignored': toHeader(ignored) }),
    ...(repaired.length === 0 ? {} : { 'x-toolfit-repaired': toHeader(repaired) }),
  }
}

/** Names come from clients: what no header can hold is shown as a question mark. */
function toHeader(names: readonly string[]): string {
  const text = names.map((name) => name.replace(/[^\x21-\x2b\x2d-\x7e]/g, '?')).join(', ')
  return text.length > longestHeader ? `${text.slice(0, longestHeader - 3)}...` : text
}

const known: ReadonlySet<string> = new Set(
  (
    'temperature top_p top_k presence_penalty frequency_penalty stop reasoning_effort tools user metadata store ' +
    'safety_identifier prompt_cache_key prompt_cache_retention prediction service_tier modalities audio logit_bias ' +
    'verbosity web_search_options parallel_tool_calls tool_choice functions function_call messages messages[].name messages[].audio'
  ).split(' '),
)

/** For logs and metrics, where a client's own words have no place. */
function labelOf(name: string): string {
  if (known.has(name)) return name
  return name.startsWith('google.') ? 'google' : 'unknown'
}
