import { afterAll, describe, expect, test } from 'vitest'
import type { DialectId } from '../../src/schema/index.ts'
import { dialects } from '../../src/schema/index.ts'
import { isWhole } from '../test-level.ts'
import { corpora, hasCorpora, skipped } from './corpora.ts'
import type { Measurement } from './measure-corpus.ts'
import { measureCorpus } from './measure-corpus.ts'

/** Lists of a measurement that are empty but for what is explained here. */
type Shortcoming = 'rejectedByEndpoint' | 'validFailsCheck' | 'invalidPassesCheck'

/** Records whose label cannot be held without a document that is not there, or that the contract reads otherwise. */
const expected: Readonly<Record<Shortcoming, RegExp>> = {
  // `\pL` is a `p` and an `L` to ECMA-262, and nothing at all with the flag `u`: what its author meant nobody can say.
  rejectedByEndpoint: /^openapi\/rebilly\.com\/2\.1#post \/payouts!request/,
  // Nothing is ever fetched: what a remote document would forbid is accepted, and reported as ref-unresolved. jsts has
  // a test of its own (json-schema-test-suite.test.ts) that lists its exceptions one by one. The hooks of pre-commit-config
  // have a `required` beside their `$ref`, which draft 7 gives no meaning (decision 0009); its labels are those of ajv.
  invalidPassesCheck: /^(schemastore\/(cheatsheets|pre-commit-config)$|jsts\/)/,
  // Draft 3 is read as draft 4.
  validFailsCheck: /^jsts\/(draft3\/|draft2020-12\/dynamicRef\/13:|v1\/)/,
}

/** Every record for `gemini`; for each other dialect every fourth, and each begins at another one. */
const others = (Object.keys(dialects) as DialectId[]).filter((id) => id !== 'gemini')
const cases = [
  { to: 'gemini' as DialectId, every: 1, from: 0, most: 0.002 },
  ...others.map((to, index) => ({ to, every: 4, from: index % 4, most: 0.003 })),
]

if (!hasCorpora) console.info(skipped)

describe.skipIf(!hasCorpora).each(cases)(
  '$to, over real schemas that nobody here wrote',
  ({ to, every, from, most }) => {
    const all: Measurement[] = []

    test.each(corpora)('%s: accepted everywhere, checked, encoded and decoded', (name) => {
      const measured = measureCorpus(name, to, { every, from })
      all.push(measured)
      console.info(row([measured]))
      expect(measured.crashed).toEqual([])
      expect(unexplained(measured, 'rejectedByEndpoint')).toEqual([])
      expect(unexplained(measured, 'validFailsCheck')).toEqual([])
      expect(measured.encodedNotValid).toEqual([])
      expect(measured.roundTripBroken).toEqual([])
      expect(unexplained(measured, 'invalidPassesCheck')).toEqual([])
      expect([...measured.refused.keys()].filter((code) => code !== 'schema-impossible')).toEqual([])
    })

    test.runIf(isWhole)(
      `at most ${100 * most} % of all schemas are refused, each because no value satisfies it`,
      () => {
        const schemas = sum(all, (each) => each.schemas)
        expect(sum(all, refusedBy) / schemas).toBeLessThanOrEqual(most)
      },
    )

    afterAll(() => {
      if (all.length > 0) console.info(row(all))
    })
  },
)

function unexplained(measured: Measurement, list: Shortcoming): string[] {
  return measured[list].filter((id) => !expected[list].test(id))
}

function sum(all: readonly Measurement[], count: (each: Measurement) => number): number {
  return all.reduce((before, each) => before + count(each), 0)
}

function refusedBy({ refused }: Measurement): number {
  return new Set([...refused.values()].flat()).size
}

function row(all: readonly Measurement[]): string {
  const [{ dialect, corpus }] = all as [Measurement]
  const count = (of: (each: Measurement) => readonly unknown[] | number) =>
    sum(all, (each) => {
      const found = of(each)
      return typeof found === 'number' ? found : found.length
    })
  const invalid = count((each) => each.invalid)
  const share = invalid === 0 ? '-' : `${((100 * count((each) => each.rejectedByOutput)) / invalid).toFixed(0)} %`
  return [
    `${dialect}, ${all.length === 1 ? corpus : 'all'}: ${count((each) => each.schemas)} schemas,`,
    `${sum(all, refusedBy)} refused, ${count((each) => each.rejectedByEndpoint)} rejected;`,
    `valid ${count((each) => each.valid)} (check fails ${count((each) => each.validFailsCheck)},`,
    `narrowed ${count((each) => each.narrowed)}, not valid ${count((each) => each.encodedNotValid)},`,
    `round trip ${count((each) => each.roundTripBroken)});`,
    `invalid ${invalid} (pass check ${count((each) => each.invalidPassesCheck)}, output rejects ${share})`,
  ].join(' ')
}
