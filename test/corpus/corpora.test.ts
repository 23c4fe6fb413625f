import { describe, expect, test } from 'vitest'
import { corpora, hasCorpora, skipped } from './corpora.ts'
import type { Measurement } from './measure-corpus.ts'
import { measureCorpus } from './measure-corpus.ts'

/** Records whose label cannot be held without a document that is not there, or that the contract reads otherwise. */
const expected: Readonly<Record<string, RegExp>> = {
  // Nothing is ever fetched: what a remote document would forbid is accepted, and confessed as ref-unresolved. jsts has
  // a test of its own (json-schema-test-suite.test.ts) that lists its exceptions one by one.
  invalidPassesCheck: /^(schemastore\/cheatsheets$|jsts\/)/,
  // `$ref` siblings are applied in every draft (decision 0009), and draft 3 is read as draft 4.
  validFailsCheck: /^jsts\/(draft[3467]\/ref\/5:|draft3\/|draft2020-12\/dynamicRef\/13:|v1\/)/,
}

if (!hasCorpora) console.info(skipped)

describe.skipIf(!hasCorpora)('over real schemas that nobody here wrote', () => {
  const all: Measurement[] = []

  test.each(corpora)('%s: accepted everywhere, checked, encoded and decoded', (name) => {
    const measured = measureCorpus(name)
    all.push(measured)
    console.info(row(measured))
    expect(measured.crashed).toEqual([])
    expect(measured.rejectedByEndpoint).toEqual([])
    expect(unexplained(measured, 'validFailsCheck')).toEqual([])
    expect(measured.encodedNotValid).toEqual([])
    expect(measured.roundTripBroken).toEqual([])
    expect(unexplained(measured, 'invalidPassesCheck')).toEqual([])
    expect([...measured.refused.keys()].filter((code) => code !== 'schema-impossible')).toEqual([])
  })

  test('at most 0.2 % of all schemas are refused, each because no value satisfies it', () => {
    const schemas = all.reduce((sum, each) => sum + each.schemas, 0)
    const refused = all.reduce((sum, each) => sum + new Set([...each.refused.values()].flat()).size, 0)
    console.info(`${refused} of ${schemas} schemas refused`)
    expect(refused / schemas).toBeLessThanOrEqual(0.002)
  })
})

function unexplained(measured: Measurement, list: 'validFailsCheck' | 'invalidPassesCheck'): string[] {
  return measured[list].filter((id) => !expected[list]!.test(id))
}

function row(measured: Measurement): string {
  const refused = new Set([...measured.refused.values()].flat()).size
  const share = measured.invalid === 0 ? '-' : `${((100 * measured.rejectedByOutput) / measured.invalid).toFixed(0)} %`
  return [
    `${measured.corpus}: ${measured.schemas} schemas, ${refused} refused, ${measured.rejectedByEndpoint.length} rejected;`,
    `valid ${measured.valid} (check fails ${measured.validFailsCheck.length}, narrowed ${measured.narrowed},`,
    `not valid ${measured.encodedNotValid.length}, round trip ${measured.roundTripBroken.length});`,
    `invalid ${measured.invalid} (pass check ${measured.invalidPassesCheck.length}, output rejects ${share})`,
  ].join(' ')
}
