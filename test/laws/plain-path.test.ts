import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlainWritten } from '../../src/schema/dialects/dialect.ts'
import { gemini } from '../../src/schema/dialects/gemini.ts'
import { emitTree } from '../../src/schema/emit-tree.ts'
import type { Limits } from '../../src/schema/feature.ts'
import { lowerGraph } from '../../src/schema/lower.ts'
import { OpenedSource } from '../../src/schema/open-source.ts'
import { readOptions } from '../../src/schema/options.ts'
import { PlainInput } from '../../src/schema/plain-input.ts'
import { readSource } from '../../src/schema/read/read-source.ts'
import { corpora, hasCorpora, readCorpus, skipped } from '../corpus/corpora.ts'
import { everydaySchema } from './arbitrary-everyday-schema.ts'
import { arbitrarySchema } from './arbitrary-schema.ts'
import { supportedSchema } from './arbitrary-supported-schema.ts'
import { runs } from './runs.ts'

interface Asked {
  readonly root: 'any' | 'object'
  readonly limits?: Partial<Limits>
}

/** A schema, opened, as the compiler does it. */
function open(schema: unknown, asked: Asked) {
  const settings = readOptions({ to: 'gemini', ...asked })
  const source = readSource(schema)
  return { settings, source, opened: new OpenedSource(source, settings) }
}

/** What the passes and the emitter write, whatever the plain writer does. */
function compiled(schema: unknown, asked: Asked): string {
  const { settings, source, opened } = open(schema, asked)
  return JSON.stringify(emitTree(source, opened, lowerGraph(opened.graph, opened, settings), settings).schema)
}

/** Undefined where the plain writer leaves the schema to the compiler. */
function plain(schema: unknown, asked: Asked): PlainWritten | undefined {
  const { settings, source, opened } = open(schema, asked)
  return gemini.writePlain?.(new PlainInput(source, opened, settings))
}

/** Whether the tree of the passes has values that differ on the wire. */
function hasCodec(schema: unknown, asked: Asked): boolean {
  const { settings, source, opened } = open(schema, asked)
  return emitTree(source, opened, lowerGraph(opened.graph, opened, settings), settings).codec() !== undefined
}

function expectSame(schema: unknown, limits: Partial<Limits> = {}): boolean {
  let took = false
  for (const root of ['any', 'object'] as const) {
    const written = plain(schema, { root, limits })
    if (written === undefined) continue
    took = true
    expect(JSON.stringify(written.schema), JSON.stringify(schema)).toBe(compiled(schema, { root, limits }))
    if (!written.isEncoded) expect(hasCodec(schema, { root, limits }), JSON.stringify(schema)).toBe(false)
  }
  return took
}

test('The plain writer writes the bytes that the compiler writes, for supported schemas', () => {
  fc.assert(
    fc.property(supportedSchema(gemini), (schema) => void expectSame(schema)),
    runs(),
  )
})

test('The plain writer writes the bytes that the compiler writes, for everyday schemas', () => {
  let took = 0
  let tried = 0
  fc.assert(
    fc.property(everydaySchema, (schema) => {
      tried++
      if (expectSame(schema)) took++
    }),
    { ...runs(), numRuns: 4 * runs().numRuns! },
  )
  expect(took / tried).toBeGreaterThan(0.5)
})

test('The plain writer writes the bytes that the compiler writes, whatever the limits', () => {
  const limits = fc.record({
    depth: fc.integer({ min: 2, max: 9 }),
    nodes: fc.integer({ min: 4, max: 200 }),
    unroll: fc.nat(3),
  })
  fc.assert(
    fc.property(everydaySchema, limits, (schema, most) => void expectSame(schema, most)),
    runs(),
  )
})

test('The plain writer writes the bytes that the compiler writes, for any schema that it takes', () => {
  fc.assert(
    fc.property(arbitrarySchema, (schema) => void expectSame(schema)),
    runs(),
  )
})

test.skipIf(!hasCorpora)(
  `The plain writer writes the bytes that the compiler writes, for the corpora (${skipped} if so)`,
  () => {
    let took = 0
    for (const name of corpora) {
      for (const { schema } of readCorpus(name))
        if (JSON.stringify(schema).length < 100_000 && expectSame(schema)) took++
    }
    expect(took).toBeGreaterThan(4_000)
  },
)
