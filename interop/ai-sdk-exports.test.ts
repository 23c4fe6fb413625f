import { readFileSync } from 'node:fs'
import * as ai5 from 'ai5'
import * as ai6 from 'ai6'
import * as ai7 from 'ai7'
import { expect, test } from 'vitest'
import * as toolfit from '../src/index.ts'
import { namesNotOurs } from './names-not-ours.ts'

const listed = new Set(Object.values(namesNotOurs).flat())

test.each([
  ['5', ai5],
  ['6', ai6],
  ['7', ai7],
])('every name of ai %s is ours, or listed with the reason why not', (_, sdk) => {
  const unexplained = Object.keys(sdk).filter((name) => !(name in toolfit) && !listed.has(name))
  expect(unexplained).toEqual([])
})

test('the list names nothing that no version has', () => {
  expect([...listed].filter((name) => !(name in ai5 || name in ai6 || name in ai7))).toEqual([])
})

test('the guide has a row for each reason', () => {
  const guide = readFileSync(new URL('../docs/guide/ai-sdk-users.md', import.meta.url), 'utf8')
  expect(Object.keys(namesNotOurs).filter((reason) => !guide.includes(reason))).toEqual([])
})

type Class = { isInstance?(error: unknown): boolean; prototype?: unknown }

test('errors of ai are recognised by ours of the same name, and ours by those of ai', () => {
  const names = Object.keys(toolfit).filter((name) => name.endsWith('Error') && name in ai7)
  expect(names.length).toBeGreaterThan(30)
  const cause = new Error('why')
  const options = {
    name: 'AI_Error',
    message: 'm',
    cause,
    text: 't',
    value: 1,
    reference: {},
    errors: [cause],
    availableProviders: ['a'],
    availableTools: ['a'],
    toolCallIds: ['1'],
    toolChoice: { type: 'none' },
  }
  const shown = (error: Error) => [error.name, error.message]
  for (const name of names) {
    const Ours = (toolfit as unknown as Record<string, new (options: object) => Error>)[name]!
    const Theirs = (ai7 as unknown as Record<string, new (options: object) => Error>)[name]!
    const [our, their] = [new Ours(options), new Theirs(options)]
    expect(shown(our), name).toEqual(shown(their))
    expect((Ours as Class).isInstance?.(their), name).toBe(true)
    expect((Theirs as Class).isInstance?.(our), name).toBe(true)
  }
})
