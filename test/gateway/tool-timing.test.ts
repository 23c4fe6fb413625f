import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { model, startGateway } from './ask-gateway.ts'

/** What takes the time of a request with tools: each function counts its calls. */
const work = vi.hoisted(() => ({ counts: new Map<string, number>() }))

function counting<T extends (...args: never[]) => unknown>(name: string, original: T): T {
  return ((...args: never[]) => {
    work.counts.set(name, (work.counts.get(name) ?? 0) + 1)
    return original(...args)
  }) as T
}

vi.mock('../../src/schema/read/json-schema/from-json-schema.ts', async (load) => {
  const module = await load<typeof import('../../src/schema/read/json-schema/from-json-schema.ts')>()
  return { ...module, fromJsonSchema: counting('read a schema', module.fromJsonSchema) }
})
vi.mock('../../src/core/pattern/parse-pattern.ts', async (load) => {
  const module = await load<typeof import('../../src/core/pattern/parse-pattern.ts')>()
  return { ...module, parsePattern: counting('parse a pattern', module.parsePattern) }
})
vi.mock('../../src/core/edit-distance.ts', async (load) => {
  const module = await load<typeof import('../../src/core/edit-distance.ts')>()
  return { ...module, editDistance: counting('compare a keyword', module.editDistance) }
})
vi.mock('../../src/gateway/protocols/check-schemas.ts', async (load) => {
  const module = await load<typeof import('../../src/gateway/protocols/check-schemas.ts')>()
  return { ...module, checkSchemas: counting('check schemas', module.checkSchemas) }
})
const { parse } = JSON
vi.spyOn(JSON, 'parse').mockImplementation(counting('parse JSON', parse))

const toolsOf = (list: number) => [
  {
    type: 'function',
    function: {
      name: `find_${list}`,
      parameters: {
        type: 'object',
        properties: { id: { type: 'string', pattern: `^[a-f]{${list}}$` }, tags: { enum: ['a', 'b', list] } },
        patternProperties: { [`^x-${list}`]: { type: 'string' } },
        // A misspelt keyword.
        [`descriptio${list}`]: 'Finds it.',
      },
    },
  },
]

interface Step {
  readonly client: 'alice' | 'bob' | 'mallory'
  readonly list: number
}

/** The work of each request, in order. */
async function run(steps: readonly Step[]): Promise<string[]> {
  const reply = { candidates: [{ content: { parts: [{ text: 'Hi.' }] }, finishReason: 'STOP' }] }
  const { post } = startGateway({
    clientKeys: ['sk-alice', 'sk-bob', 'sk-mallory'],
    fetch: async () => new Response(JSON.stringify(reply), { headers: { 'content-type': 'application/json' } }),
  })
  const done: string[] = []
  for (const { client, list } of steps) {
    work.counts.clear()
    const body = { model, messages: [{ role: 'user', content: 'Hi' }], tools: toolsOf(list) }
    const response = await post(body, { authorization: `Bearer sk-${client}`, 'x-toolfit-report': '1' })
    expect(response.status).toBe(200)
    await response.text()
    done.push(JSON.stringify([...work.counts].sort()))
  }
  return done
}

// What a process does once, with its first request.
beforeAll(() => run([{ client: 'bob', list: 9 }]))

describe('what a client can learn from the time of an answer', () => {
  test('a list of tools takes the same work for a second client whether or not a first client sent it (X139)', async () => {
    const steps: readonly Step[] = [
      { client: 'alice', list: 1 },
      { client: 'alice', list: 1 },
      { client: 'mallory', list: 1 },
      { client: 'mallory', list: 2 },
    ]
    const [first, again, known, fresh] = await run(steps)
    expect(again).not.toBe(first)
    expect(known).toBe(first)
    expect(known).toBe(fresh)
  })

  test('the work of a request depends on what its own client sent, in any order of requests', async () => {
    const client = fc.constantFrom('alice', 'bob', 'mallory' as const)
    const step: fc.Arbitrary<Step> = fc.record({ client, list: fc.integer({ min: 1, max: 3 }) })
    const property = fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
      const together = await run(steps)
      for (const client of ['alice', 'bob', 'mallory']) {
        const isOwn = (_: unknown, index: number) => steps[index]!.client === client
        expect(together.filter(isOwn)).toEqual(await run(steps.filter(isOwn)))
      }
    })
    await fc.assert(property, { numRuns: 15 })
  })

  test('a client that sends a hundred lists does not make the requests of another one slower (X140)', async () => {
    const flood = Array.from({ length: 100 }, (_, index): Step => ({ client: 'mallory', list: index + 10 }))
    const alice: Step = { client: 'alice', list: 1 }
    const done = await run([alice, alice, ...flood, alice])
    expect(done.at(-1)).toBe(done[1])
  })
})
