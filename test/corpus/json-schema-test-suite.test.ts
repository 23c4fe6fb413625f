import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createValidator } from '../../src/schema/check/create-validator.ts'
import { isFormat } from '../../src/schema/check/formats/formats.ts'
import { type Draft, openDocument } from '../../src/schema/document/document.ts'
import type { Schema } from '../../src/schema/document/schema.ts'

interface SuiteRecord {
  readonly id: string
  readonly draft: string
  readonly schema: Schema
  readonly valid?: readonly unknown[]
  readonly invalid?: readonly unknown[]
  readonly formatAssert?: boolean
  readonly needsRemotes?: boolean
}

/** `v1` is the coming version: it is read as 2020-12. Draft 3 is not supported. */
const drafts: Readonly<Record<string, Draft>> = {
  draft4: '4',
  draft6: '6',
  draft7: '7',
  'draft2019-09': '2019-09',
  'draft2020-12': '2020-12',
  v1: '2020-12',
}

/** Records that are read otherwise here, and why. */
const skips: readonly (readonly [id: RegExp, reason: string])[] = [
  [
    /\/(ref|definitions|defs)\/\d+:(remote-ref-containing-refs-itself|validate-definition-against-metaschema)$/,
    'refers to a metaschema: nothing is ever fetched, and any value is taken there',
  ],
  [/^jsts\/draft7\/optional\/content\//, 'content keywords are annotations, as later drafts say'],
  [/^jsts\/v1\/proposals\/propertyDependencies\//, 'a proposal, not yet a keyword of any version'],
  [
    /^jsts\/v1\/(dynamicRef\/[12]|unevaluatedItems\/18|unevaluatedProperties\/21):/,
    'v1 lets $dynamicRef find an anchor without one beside it; 2020-12 forbids that',
  ],
]

const corpus = new URL('../../../shared/corpora/jsts.jsonl', import.meta.url)
if (!existsSync(corpus)) console.log('json-schema-test-suite: skipped, the corpora are not here')

describe.skipIf(!existsSync(corpus))('the JSON Schema Test Suite', () => {
  const records = readRecords().filter((record) => record.draft in drafts && record.needsRemotes !== true)
  const isSkipped = (record: SuiteRecord) => skips.some(([id]) => id.test(record.id))

  test.each(Object.keys(drafts))('%s: every verdict agrees', (draft) => {
    const chosen = records.filter((record) => record.draft === draft && !isSkipped(record))
    expect(chosen.length).toBeGreaterThan(80)
    expect(chosen.flatMap((record) => disagreements(record))).toEqual([])
  })

  test('every skip is still needed', () => {
    const needed = skips.map(([id]) => records.some((record) => id.test(record.id) && disagreements(record).length > 0))
    expect(needed).toEqual(skips.map(() => true))
  })
})

function readRecords(): SuiteRecord[] {
  if (!existsSync(corpus)) return []
  return readFileSync(corpus, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SuiteRecord)
}

function disagreements(record: SuiteRecord): string[] {
  // v1 asserts formats without being asked.
  const asserts = record.formatAssert === true || record.id.startsWith('jsts/v1/format/')
  const document = openDocument(record.schema, { draft: drafts[record.draft]! })
  const validator = createValidator(document, { formats: asserts ? isFormat : undefined })
  const wrong = (value: unknown, wanted: boolean) =>
    validator.accepts(value) !== wanted || (validator.validate(value).length === 0) !== wanted
  return [
    ...(record.valid ?? [])
      .filter((value) => wrong(value, true))
      .map((value) => `${record.id} must accept ${JSON.stringify(value)}`),
    ...(record.invalid ?? [])
      .filter((value) => wrong(value, false))
      .map((value) => `${record.id} must refuse ${JSON.stringify(value)}`),
  ]
}
