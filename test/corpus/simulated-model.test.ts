import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { isPlainObject } from '../../src/core/json.ts'
import { simulateModel } from '../laws/simulated-model.ts'
import { corpora, hasCorpora, readCorpus, skipped } from './corpora.ts'

if (!hasCorpora) console.info(skipped)

/** Larger sources are left to the other tests: what is drawn for them takes too long to validate. */
const largest = 60_000

describe.skipIf(!hasCorpora).each(['gemini', 'gemini-json'] as const)(
  'a simulated model that fills in the tools of a corpus (%s)',
  (to) => {
    test.each(corpora)('%s: breaks only what it is told in words', (name) => {
      const total = { tools: 0, calls: 0, accepted: 0 }
      const breaches: unknown[] = []
      for (const [index, { id, schema, kind }] of readCorpus(name).entries()) {
        const isInput = kind !== 'output' && kind !== 'response'
        if (!isInput || !isPlainObject(schema) || JSON.stringify(schema).length > largest) continue
        const { calls, accepted, breach } = simulateModel(schema as JsonObject, index + 1, { to, root: 'object' })
        if (calls > 0) total.tools++
        total.calls += calls
        total.accepted += accepted
        if (breach === undefined) continue
        const { what, wire, violation } = breach
        breaches.push({ id, what, wire: JSON.stringify(wire).slice(0, 300), violation })
      }
      console.info(`${to}, ${name}: ${total.accepted} of ${total.calls} calls of ${total.tools} tools are accepted`)
      expect(breaches).toEqual([])
    })
  },
)
