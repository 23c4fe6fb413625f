import { describe, test } from 'vitest'
import type { DialectId } from '../../src/schema/index.ts'
import { dialects } from '../../src/schema/index.ts'
import { findRejection } from './accepted.ts'
import { arbitrarySchema } from './arbitrary-schema.ts'
import { arbitrarySlips } from './arbitrary-slips.ts'
import { findUnreportedViolation, findWrongRepair } from './enforced.ts'
import { holds } from './holds.ts'
import { findUnreported } from './reported.ts'
import { findUnsoundness } from './sound.ts'

/** `gemini` has a file for each law; `openai` and `json-schema` hand the source's own meaning on (`other-dialects.test.ts`). */
const others = (Object.keys(dialects) as DialectId[]).filter(
  (id) => id !== 'gemini' && id !== 'openai' && id !== 'json-schema',
)

/** There are five of them: together they are tried more often than `gemini`. */
const share = 0.5

describe.each(others)('%s', (to) => {
  test('Law 1, Accepted: every endpoint takes the output, as a response and as parameters', () => {
    holds('accepted', (source) => findRejection(source, to), arbitrarySchema, share)
  })

  test('Law 1, Accepted: also where something else stands in the place of a schema or of names', () => {
    holds('accepted', (source) => findRejection(source, to), arbitrarySlips, share)
  })

  test('Law 2, Sound: a valid value outside a narrowed change is valid on the wire and comes back as it was', () => {
    holds(
      'sound',
      (source, seed) => findUnsoundness(source, seed, { to, root: seed % 2 === 0 ? 'any' : 'object' }),
      arbitrarySchema,
      share,
    )
  })

  test('Law 3, Enforced: a value that fits the wire breaks, once decoded, only what changes lists', () => {
    holds('enforced', (source, seed) => findUnreportedViolation(source, seed, { to }), arbitrarySchema, share)
  })

  test('Law 3, Enforced: receive passes what is valid as it is, and repairs only into what is valid', () => {
    holds('enforced', (source, seed) => findWrongRepair(source, seed, to), arbitrarySchema, share)
  })

  test('Law 4, Reported: every reachable keyword is kept or has a change', () => {
    holds(
      'reported',
      (source, seed) => findUnreported(source, { to, root: seed % 2 === 0 ? 'any' : 'object' }),
      arbitrarySchema,
      share,
    )
  })
})
