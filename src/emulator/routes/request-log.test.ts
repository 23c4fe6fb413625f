import { expect, test } from 'vitest'
import { createRequestLog, type Draft } from './request-log.ts'

const draft = (fields: Partial<Draft>): Draft => {
  const request = new Request('http://localhost/v1beta/models')
  return { request, url: new URL(request.url), ...fields }
}

test('of requests with long bodies or long errors, the last 16 million characters are recorded (X231)', () => {
  const log = createRequestLog()
  for (let index = 0; index < 100; index++) log.add(draft({ text: 'x'.repeat(1_000_000) }), 200)
  expect(log.records).toHaveLength(16)
  for (let index = 0; index < 100; index++) log.add(draft({ error: 'x'.repeat(1_000_000) }), 400)
  expect(log.records).toHaveLength(16)
  log.add(draft({ error: 'x'.repeat(20_000_000) }), 400)
  expect(log.records).toHaveLength(1)
})
