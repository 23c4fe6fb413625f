import { test } from 'vitest'
import type { DialectId } from '../../src/schema/index.ts'
import { dialects } from '../../src/schema/index.ts'
import { supportedSchema } from './arbitrary-supported-schema.ts'
import { holds } from './holds.ts'
import { findLooseness } from './tight.ts'

/** A dialect that passes the source on keeps it whole; `other-dialects.test.ts` says so. */
const judged = (Object.keys(dialects) as DialectId[]).filter((id) => dialects[id].passThrough !== true)

test.each(judged)(
  'Law 5, Tight: in %s a schema of supported features keeps its exact value set and every keyword',
  (to) => {
    // Half as often on the others: together they are tried more often than `gemini`.
    const share = to === 'gemini' ? 1 : 0.5
    holds('tight', (source, seed) => findLooseness(source, seed, to), supportedSchema(dialects[to]), share)
  },
)
