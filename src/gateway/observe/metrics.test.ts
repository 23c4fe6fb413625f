import { describe, expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { createRegistry } from './prometheus.ts'
import type { RequestRecord } from './request-record.ts'

const record: RequestRecord = {
  id: 'req-1',
  method: 'POST',
  route: '/v1/chat/completions',
  status: 200,
  outcome: 'ok',
  durationMs: 1_500,
  firstByteMs: 20,
  model: 'gemini-3-flash-preview',
  stream: true,
  tries: 2,
  usage: { inputTokens: 10, cachedTokens: 4, outputTokens: 5, reasoningTokens: 2 },
  ignored: ['logit_bias'],
  repaired: ['answer-orphan-calls'],
}

describe('createMetrics', () => {
  test('counts requests, tokens, tries, and what had no effect', () => {
    const metrics = createMetrics()
    metrics.begin()
    metrics.observe(record)
    metrics.begin()
    metrics.observe(record)
    metrics.countStoreError()
    const lines = metrics.render().split('\n')
    for (const line of [
      '# TYPE toolfit_requests_total counter',
      'toolfit_requests_total{route="/v1/chat/completions",method="POST",status="200",outcome="ok",stream="true"} 2',
      'toolfit_tokens_total{model="gemini-3-flash-preview",kind="input"} 20',
      'toolfit_tokens_total{model="gemini-3-flash-preview",kind="reasoning"} 4',
      'toolfit_upstream_tries_total{model="gemini-3-flash-preview"} 4',
      'toolfit_ignored_parameters_total{parameter="logit_bias"} 2',
      'toolfit_history_repairs_total{rule="answer-orphan-calls"} 2',
      'toolfit_signature_store_errors_total 1',
      'toolfit_first_byte_seconds_bucket{route="/v1/chat/completions",stream="true",le="0.025"} 2',
      'toolfit_request_duration_seconds_bucket{route="/v1/chat/completions",stream="true",le="1"} 0',
      'toolfit_request_duration_seconds_bucket{route="/v1/chat/completions",stream="true",le="+Inf"} 2',
      'toolfit_request_duration_seconds_sum{route="/v1/chat/completions",stream="true"} 3',
    ]) {
      expect(lines).toContain(line)
    }
  })

  test('knows what is in flight, how keys are, and what the store holds, at the moment at which it is asked', () => {
    const states = { ready: 2, cooling: 0 }
    const metrics = createMetrics({ keys: () => states, store: () => ({ entries: 3, bytes: 900 }) })
    metrics.begin()
    states.cooling = 1
    const text = metrics.render()
    expect(text).toContain('\ntoolfit_requests_in_flight 1\n')
    expect(text).toContain('\ntoolfit_upstream_keys{state="cooling"} 1\n')
    expect(text).toContain('\ntoolfit_signature_store_bytes 900\n')
    metrics.observe(record)
    expect(metrics.render()).toContain('\ntoolfit_requests_in_flight 0\n')
  })

  test('has no label for who asked or for a request (S8)', () => {
    const metrics = createMetrics()
    metrics.observe({ ...record, id: 'canary-id', client: 'canary-client', error: 'canary-error' })
    expect(metrics.render()).not.toContain('canary')
  })
})

describe('createRegistry', () => {
  test('every line is a comment or a sample', () => {
    const registry = createRegistry()
    registry.counter('a_total', 'A.').add({ label: 'quote " backslash \\ line\nbreak' })
    registry.histogram('b_seconds', 'B.', [1]).at({})(0.5)
    registry.gauge('c', 'C.', () => [[{}, 1]])
    expect(registry.render()).toBe(
      '# HELP a_total A.\n# TYPE a_total counter\na_total{label="quote \\" backslash \\\\ line\\nbreak"} 1\n' +
        '# HELP b_seconds B.\n# TYPE b_seconds histogram\nb_seconds_bucket{le="1"} 1\nb_seconds_bucket{le="+Inf"} 1\n' +
        'b_seconds_sum 0.5\nb_seconds_count 1\n# HELP c C.\n# TYPE c gauge\nc 1\n',
    )
  })

  test('holds a bounded number of series, and loses no count', () => {
    const registry = createRegistry()
    const counter = registry.counter('a_total', 'A.')
    for (let index = 0; index < 10_000; index++) counter.add({ label: `value-${index}` })
    const samples = registry.render().split('\n').slice(2, -1)
    expect(samples.length).toBe(501)
    expect(samples.at(-1)).toBe('a_total{label="other"} 9500')
  })
})
