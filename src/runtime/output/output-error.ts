import { ToolfitError } from '../../core/errors.ts'
import { asAiSdkError } from '../../models/http/api-call-error.ts'
import type { Issue } from '../../schema/issue.ts'
import type { OutputContext } from './output-spec.ts'

/** What `ai` has on its `NoObjectGeneratedError`. */
export interface OutputErrorFields {
  /** The answer as it came. */
  readonly text: string | undefined
  readonly response: OutputContext['response'] | undefined
  readonly usage: OutputContext['usage'] | undefined
  readonly finishReason: string | undefined
}

/** A {@link ToolfitError} `output-invalid` that `NoObjectGeneratedError.isInstance` of `ai` recognises. */
export type OutputInvalidError = ToolfitError & OutputErrorFields

export interface OutputProblem {
  /** A sentence. */
  readonly problem: string
  readonly issues?: readonly Issue[]
  readonly cause?: unknown
}

/** More would be noise: the rest is in the evidence. */
const shownIssues = 3

/** The answer is not what was asked for. */
export function createOutputInvalidError(
  text: string,
  context: OutputContext,
  { problem, issues = [], cause }: OutputProblem,
): OutputInvalidError {
  const { finishReason, usage, response } = context
  const error = new ToolfitError(
    'output-invalid',
    [problem, ...issues.slice(0, shownIssues).map(showIssue), ...moreThan(issues), ...adviceFor(finishReason)].join(
      ' ',
    ),
    { finishReason, issues },
    cause === undefined ? {} : { cause },
  )
  return asAiSdkError(Object.assign(error, { text, response, usage, finishReason }), 'AI_NoObjectGeneratedError')
}

function showIssue({ pointer, message }: Issue): string {
  return pointer === '' ? message : `${pointer}: ${message}`
}

function moreThan({ length }: readonly Issue[]): string[] {
  return length > shownIssues ? [`And ${length - shownIssues} more.`] : []
}

function adviceFor(finishReason: string): string[] {
  if (finishReason === 'length') return ['The answer was cut off: raise maxOutputTokens.']
  return finishReason === 'stop' ? [] : [`The model stopped for the reason "${finishReason}".`]
}
