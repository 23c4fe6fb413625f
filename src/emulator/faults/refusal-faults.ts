import type { JsonObject } from '../../core/json.ts'
import { bytesOf } from '../api/delivery.ts'
import { type Failure, failure } from '../api/envelope.ts'
import type { Fault, Settings } from './fault.ts'

const metric = 'generativelanguage.googleapis.com/generate_content_free_tier_requests'

/** The texts and details are AI Studio's, recorded in 2026. */
function exceeded(quotaId: string, quotaValue: string, retry: Settings[string], model: string): Failure {
  const message = [
    'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits. To monitor your current usage, head to: https://ai.dev/rate-limit. ',
    `* Quota exceeded for metric: ${metric}, limit: ${quotaValue}, model: ${model}`,
    `Please retry in ${retry}s.`,
  ].join('\n')
  const violation: JsonObject = {
    quotaMetric: metric,
    quotaId,
    quotaDimensions: { location: 'global', model },
    quotaValue,
  }
  const url = 'https://ai.google.dev/gemini-api/docs/rate-limits'
  return failure('RESOURCE_EXHAUSTED', message, [
    {
      '@type': 'type.googleapis.com/google.rpc.Help',
      links: [{ description: 'Learn more about Gemini API quotas', url }],
    },
    { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [violation] },
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retry}s` },
  ])
}

const retry = (seconds: number) => ({ retry: { default: seconds, summary: 'seconds in `retryDelay`' } })

const badGateway = `<html><head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center></body></html>
`

export const refusalFaults: readonly Fault[] = [
  {
    name: '429',
    summary: '429: too many requests a minute, with a `RetryInfo`',
    parameters: retry(7),
    refuse: (settings, model) =>
      exceeded('GenerateRequestsPerMinutePerProjectPerModel-FreeTier', '10', settings.retry!, model?.id ?? 'gemini'),
  },
  {
    name: '429-daily',
    summary: '429: the quota of the day is used up; waiting does not help',
    parameters: retry(41),
    refuse: (settings, model) =>
      exceeded('GenerateRequestsPerDayPerProjectPerModel-FreeTier', '250', settings.retry!, model?.id ?? 'gemini'),
  },
  {
    name: '429-shared',
    summary: '429 of Vertex: no capacity, and no `RetryInfo`',
    refuse: () =>
      failure(
        'RESOURCE_EXHAUSTED',
        'Resource exhausted. Please try again later. Please refer to https://cloud.google.com/vertex-ai/generative-ai/docs/error-code-429 for more details.',
      ),
  },
  {
    name: '500',
    summary: '500 `INTERNAL`',
    refuse: () =>
      failure(
        'INTERNAL',
        'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
      ),
  },
  {
    name: '502-html',
    summary: '502 with a page of HTML, as a proxy in between answers',
    deliver: ({ before }) => ({
      status: 502,
      headers: { 'content-type': 'text/html' },
      before,
      steps: [bytesOf(badGateway)],
    }),
  },
  {
    name: '503',
    summary: '503 `UNAVAILABLE`: the model is overloaded',
    refuse: () => failure('UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  },
  {
    name: '504',
    summary: '504 `DEADLINE_EXCEEDED`',
    refuse: () => failure('DEADLINE_EXCEEDED', 'Deadline expired before operation could complete.'),
  },
]
