import { describe, expect, test } from 'vitest'
import type { Change } from '../../schema/change.ts'
import type { CheckReport, DialectResult, PartReport } from '../report/check-report.ts'
import { createPaint } from './paint.ts'
import { type CheckRendering, renderCheckReport } from './render-check.ts'
import { textWidth } from './table.ts'

const none = { kept: 0, rewritten: 0, encoded: 0, described: 0, narrowed: 0, dropped: 0 }
const plain: CheckRendering = {
  source: 'tools.json',
  failOn: 'never',
  findings: 0,
  paint: (_, text) => text,
  width: 100,
}

const record: Change = {
  at: '/properties/scores',
  keyword: 'additionalProperties',
  code: 'record-to-entries',
  effect: 'encoded',
  enforced: true,
  note: 'Sent as a list of { key, value } and converted back into an object.',
}
const multiple: Change = {
  at: '/properties/scores/additionalProperties',
  keyword: 'multipleOf',
  code: 'constraint-described',
  effect: 'described',
  enforced: true,
  note: 'This dialect has no multipleOf: it is stated in the description.',
}
const remote: Change = {
  at: '/properties/user',
  keyword: '$ref',
  code: 'ref-unresolved',
  effect: 'dropped',
  enforced: false,
  note: '"https://example.com/user.json" leads nowhere in this document (nothing is fetched): any value is taken here.',
}

const result = (parts: Partial<DialectResult>): DialectResult => ({
  dialect: 'gemini',
  counts: none,
  changes: [],
  tokens: 0,
  worst: undefined,
  ...parts,
})
const tool = (name: string, results: DialectResult[]): PartReport => ({ kind: 'tool', name, results })

const report: CheckReport = {
  dialects: ['gemini', 'json-schema'],
  advice: [
    {
      advice: 'Put the definition into the schema, under `$defs`: nothing is fetched.',
      page: 'docs/guide/bad-input.md',
      code: 'ref-unresolved',
      places: [{ part: 'record_scores', at: '/properties/user', dialects: ['gemini', 'json-schema'] }],
    },
  ],
  parts: [
    tool('get_weather', [
      result({ counts: { ...none, kept: 12 }, tokens: 40 }),
      result({ dialect: 'json-schema', counts: { ...none, kept: 12 } }),
    ]),
    tool('record_scores', [
      result({
        counts: { ...none, kept: 31, encoded: 1, described: 1, dropped: 1 },
        changes: [record, multiple, remote],
        worst: 'dropped',
      }),
      result({
        dialect: 'json-schema',
        counts: { ...none, kept: 33, dropped: 1 },
        changes: [remote],
        worst: 'dropped',
      }),
    ]),
    tool('broken', [
      result({ error: { code: 'schema-impossible', message: 'No value can satisfy this schema.' } }),
      result({
        dialect: 'json-schema',
        error: { code: 'schema-impossible', message: 'No value can satisfy this schema.' },
      }),
    ]),
  ],
}

describe('the report for people', () => {
  test('is a table, what failed, what changed, and the result', () => {
    expect(`\n${renderCheckReport(report, { ...plain, failOn: 'narrowed', findings: 4 })}`).toMatchInlineSnapshot(`
      "
      tools.json: 3 tools

         tool           dialect      kept  rewritten  encoded  described  narrowed  dropped  tokens
      ✓  get_weather    gemini         12          ·        ·          ·         ·        ·      40
      ✓                 json-schema    12          ·        ·          ·         ·        ·       ·
      !  record_scores  gemini         31          ·        1          1         ·        1       ·
      !                 json-schema    33          ·        ·          ·         ·        1       ·
      ✗  broken         gemini          –          –        –          –         –        –       –
      ✗                 json-schema     –          –        –          –         –        –       –
         all 3          gemini         43          ·        1          1         ·        1      40
                        json-schema    45          ·        ·          ·         ·        1       ·

      ✗ broken schema-impossible: No value can satisfy this schema.

      record_scores
        dropped    $ref                  /properties/user       "https://example.com/user.json" leads
                                                                nowhere in this document (nothing is
                                                                fetched): any value is taken here.
        described  multipleOf            …additionalProperties  This dialect has no multipleOf: it is
                                                                stated in the description. [gemini]
        encoded    additionalProperties  /properties/scores     Sent as a list of { key, value } and
                                                                converted back into an object. [gemini]

      What you can do
        • Put the definition into the schema, under \`$defs\`: nothing is fetched.
            record_scores /properties/user
        Why: docs/guide/bad-input.md

      ✗ 2 of 3 tools can be sent to all 2 dialects, 1 cannot be compiled. --fail-on narrowed: 4 findings.
      "
    `)
  })

  test('shows what Gemini answers unconverted', () => {
    const message = 'Invalid JSON payload received. Unknown name "const" at \'tools[0]\': Cannot find field.'
    const part: PartReport = {
      ...tool('get_weather', [result({})]),
      unconverted: [
        { endpoint: 'ai-studio', message, rules: ['unknown-field'] },
        { endpoint: 'vertex', rules: [] },
      ],
    }
    const text = renderCheckReport({ dialects: ['gemini'], advice: [], parts: [part] }, { ...plain, width: 60 })
    expect(`\n${text}`).toMatchInlineSnapshot(`
      "
      tools.json: 1 tool for gemini

         tool         kept  tokens
      ✓  get_weather     ·       ·

      Unconverted: Gemini answers 400 to 1 of 1
        │ Unknown name "const": Cannot find field.
            get_weather

      Unconverted: Vertex AI, where it differs, takes get_weather
        as it is.

      ✓ 1 tool can be sent to gemini.
      "
    `)
  })

  test('fits into the width of the terminal', () => {
    for (const width of [80, 100, 140]) {
      const lines = renderCheckReport(report, { ...plain, width }).split('\n')
      expect(lines.filter((line) => textWidth(line) > width)).toEqual([])
    }
  })

  test('is coloured by effect, and is the same text without the colours', () => {
    const paint = createPaint({ write: () => true, isTTY: true }, {})
    const coloured = renderCheckReport(report, { ...plain, paint })
    expect(coloured).toContain('\u001b[36m')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours
    expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(renderCheckReport(report, plain))
  })

  test('of very many tools shows the worst, in their order, and says how many there are', () => {
    const parts = Array.from({ length: 2000 }, (_, index) =>
      tool(`tool_${index}`, [index % 500 === 7 ? result({ changes: [remote], worst: 'dropped' }) : result({})]),
    )
    const text = renderCheckReport({ dialects: ['gemini'], advice: [], parts }, plain)
    expect([...text.matchAll(/^! +(\w+)/gm)].map(([, name]) => name)).toEqual([
      'tool_7',
      'tool_507',
      'tool_1007',
      'tool_1507',
    ])
    expect(text).toContain('… and 1,940 more tools, none of them worse. --json lists all.')
    expect(text.split('\n').length).toBeLessThan(120)
  })

  test('of very many changes shows some, the worst first', () => {
    const changes = Array.from({ length: 100 }, (_, index) => ({ ...record, note: `Sent as list ${index}.` }))
    const text = renderCheckReport(
      {
        dialects: ['gemini'],
        advice: [],
        parts: [tool('big', [result({ changes: [...changes, remote], worst: 'dropped' })])],
      },
      plain,
    )
    expect(text).toMatch(/^big\n {2}dropped {2}/m)
    expect(text).toContain('… and 89 more changes. --json lists all.')
  })

  test('shows the changes of tools that changed alike once', () => {
    const parts = Array.from({ length: 20 }, (_, index) =>
      tool(`tool_${index}`, [result({ changes: [index === 3 ? multiple : record], worst: 'encoded' })]),
    )
    const text = renderCheckReport({ dialects: ['gemini'], advice: [], parts }, plain)
    expect(text).toMatch(/^tool_0, tool_1, tool_2, tool_4, tool_5, tool_6, tool_7, tool_8 and 11 more\n {2}encoded/m)
    expect(text.match(/Sent as a list/g)).toHaveLength(1)
  })

  test('says so where there is nothing', () => {
    expect(renderCheckReport({ dialects: ['gemini'], advice: [], parts: [] }, plain)).toBe(
      'tools.json: no tools\n\n✓ There is nothing to check.\n',
    )
  })
})

test('texts of a server that are megabytes long do not fill the report', () => {
  const long = 'x'.repeat(1_000_000)
  const changes = [{ ...record, at: `/${long}`, keyword: long, note: long }]
  const failed = result({ error: { code: long, message: long } as never })
  const parts = [tool(long, [result({ changes, counts: { ...none, encoded: 1 } })]), tool(long, [failed])]
  const advice = report.advice.map((each) => ({ ...each, places: [{ ...each.places[0]!, part: long }] }))
  const text = renderCheckReport({ dialects: ['gemini'], advice, parts }, { ...plain, source: long })
  expect(text.length).toBeLessThan(100_000)
})
