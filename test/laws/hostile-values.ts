/** Values that were made to hurt, by name. Each is built when it is asked for. */
export const hostileValues: Readonly<Record<string, () => unknown>> = {
  'a deep list': () => nest((inner) => [inner]),
  'a deep object': () => nest((inner) => ({ a: inner })),
  'deep in the schema’s own recursion': () => nest((inner) => ({ r: inner })),
  'deep JSON text': () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  'deep JSON text of objects': () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  'a cycle': () => {
    const value: Record<string, unknown> = {}
    value['a'] = value
    return value
  },
  'a cyclic list': () => {
    const value: unknown[] = []
    value.push(value)
    return value
  },
  'a bomb of shared parts': () => {
    let value: unknown = 'x'
    for (let level = 0; level < 25; level++) value = { a: value, b: value }
    return value
  },
  'no JSON': () => [
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    10n,
    Symbol('x'),
    () => 1,
    new Date(Number.NaN),
    new Map([[1, 2]]),
  ],
  'a prototype': () =>
    JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as unknown,
  'a hostile toJSON': () => ({
    toJSON() {
      throw new Error('no')
    },
  }),
  'a hostile getter': () => Object.defineProperty({}, 'a', { get: () => 1, enumerable: true }),
}

function nest(wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < 100_000; level++) value = wrap(value)
  return value
}
