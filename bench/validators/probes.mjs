/** Each probe runs in a process of its own, and says in one word what came of it. */
import { existsSync, readFileSync } from 'node:fs'

const corpora = new URL('../../../shared/corpora/', import.meta.url)
export const hasCorpora = existsSync(new URL('jsts.jsonl', corpora))

export function readCorpus(name) {
  return readFileSync(new URL(`${name}.jsonl`, corpora), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const nest = (depth, wrap, leaf) => {
  let nested = leaf
  for (let i = 0; i < depth; i++) nested = wrap(nested)
  return nested
}

const deepFreeze = (value) => {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze)
  return value
}

const sample = () => ({
  type: 'object',
  properties: { a: { $ref: '#/$defs/a' }, list: { items: { type: 'integer' } } },
  required: ['a'],
  $defs: { a: { type: 'string', minLength: 2 } },
})

function bomb() {
  const $defs = { a0: { type: 'string' } }
  for (let i = 1; i <= 30; i++)
    $defs[`a${i}`] = { anyOf: [{ $ref: `#/$defs/a${i - 1}` }, { $ref: `#/$defs/a${i - 1}` }] }
  return { $ref: '#/$defs/a30', $defs }
}

export const probes = {
  'pattern (a+)+$': (create) => create({ type: 'string', pattern: '^(a+)+$' }, '2020-12')(`${'a'.repeat(40)}!`),
  'value 100,000 deep': (create) => create(list, '2020-12')(nest(100_000, (next) => ({ next }), {})),
  'value 900 deep': (create) => create(list, '2020-12')(nest(900, (next) => ({ next }), {})),
  'schema 100,000 deep': (create) =>
    create(
      nest(100_000, (inner) => ({ not: inner }), {}),
      '2020-12',
    )(1),
  '$ref bomb, 2^30': (create) => create(bomb(), '2020-12')(5),
  '$ref to itself': (create) => create({ $ref: '#' }, '2020-12')(5),
  'frozen schema': (create) => create(deepFreeze(sample()), '2020-12')({ a: 'xx', list: [1] }),
  'schema unchanged': (create) => {
    const schema = sample()
    create(schema, '2020-12')({ a: 'x' })
    const hasSymbols = [schema, schema.$defs.a].some((each) => Object.getOwnPropertySymbols(each).length > 0)
    return !hasSymbols && JSON.stringify(schema) === JSON.stringify(sample())
  },
  'type: dict, required: true': (create) => {
    const check = create({ type: 'dict', properties: { a: { type: 'float', required: true } } }, '2020-12')
    return check({ a: 1.5 }) && !check({})
  },
}

const list = { type: 'object', properties: { next: { $ref: '#' } } }

const names = { draft4: '4', draft6: '6', draft7: '7', 'draft2019-09': '2019-09', 'draft2020-12': '2020-12' }

/** Verdicts on the official suite, by draft and for formats. What needs a remote document is left out for everybody. */
export function agreement(create, supported) {
  const counts = {}
  for (const record of readCorpus('jsts')) {
    const draft = names[record.draft]
    if (!supported.includes(draft) || record.needsRemotes) continue
    const row = record.formatAssert ? 'formats' : `draft ${draft}`
    counts[row] ??= { agreed: 0, all: 0 }
    const count = counts[row]
    for (const wanted of [true, false]) {
      for (const value of record[wanted ? 'valid' : 'invalid'] ?? []) {
        count.all++
        if (verdict(create, record, draft, value) === wanted) count.agreed++
      }
    }
  }
  return counts
}

function verdict(create, record, draft, value) {
  try {
    return create(record.schema, draft, record.formatAssert)(value)
  } catch {
    return 'threw'
  }
}

/** Microseconds a check of a recorded tool call: cold makes the validator anew, warm keeps it. */
export function speed(create) {
  const records = readCorpus('mcp').filter(({ valid, invalid }) => valid || invalid)
  const cases = records.flatMap(({ schema, valid = [], invalid = [] }) =>
    [...valid, ...invalid].map((value) => ({ schema, value })),
  )
  const time = (act) => {
    for (let i = 0; i < 30; i++) for (const each of cases) act(each)
    const start = performance.now()
    for (let i = 0; i < 100; i++) for (const each of cases) act(each)
    return ((performance.now() - start) * 1000) / 100 / cases.length
  }
  for (const each of cases) each.check = create(each.schema, '7')
  return {
    cold: time(({ schema, value }) => create(schema, '7')(value)),
    warm: time(({ check, value }) => check(value)),
  }
}
