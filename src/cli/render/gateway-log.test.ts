import { describe, expect, test } from 'vitest'
import { createLog, type LogEvent, type LogFields } from '../../gateway/observe/log.ts'
import { renderGatewayEvent } from './gateway-log.ts'
import type { Paint } from './paint.ts'

function render(event: LogEvent, fields: LogFields = {}): string {
  const lines: string[] = []
  const paint: Paint = (style, text) => (style === undefined ? text : `<${style}>${text}`)
  const write = (line: string) => lines.push(renderGatewayEvent(line, paint))
  createLog({ write, secrets: ['hush-hush'], now: () => 0 }).event(event, fields)
  return lines.join('\n')
}

describe('an event of the gateway, for people', () => {
  test('is a sentence, in the colour of its level', () => {
    expect(render('store-back')).toBe('Redis can be used again.')
    expect(render('circuit-opened', { model: 'gemini-3-flash-preview' })).toBe(
      '<yellow>gemini-3-flash-preview fails too often. It is not called for a while; requests for it get a 503.',
    )
  })

  test('has neither secrets nor what a terminal obeys', () => {
    expect(render('store-failed', { reason: 'no hush-hush\u001b[2J' })).toMatch(
      /^<yellow>Redis cannot be used: no \[.+\]\\u001b/,
    )
    expect(render('store-failed', { reason: 'no hush-hush' })).not.toContain('hush')
  })

  test('that has no sentence is shown as machines get it', () => {
    expect(render('crashed', { error: 'Error: x' })).toBe(
      '<red>{"time":"1970-01-01T00:00:00.000Z","level":"error","event":"crashed","error":"Error: x"}',
    )
  })
})
