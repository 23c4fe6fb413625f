import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gemini } from '../../src/schema/dialects/gemini.ts'
import { emitTree } from '../../src/schema/emit-tree.ts'
import { lowerGraph } from '../../src/schema/lower.ts'
import { OpenedSource } from '../../src/schema/open-source.ts'
import { readOptions } from '../../src/schema/options.ts'
import { readSource } from '../../src/schema/read/read-source.ts'
import type { Schema } from '../../src/schema/read/source.ts'
import { corpora, hasCorpora, readCorpus, skipped } from '../corpus/corpora.ts'
import { arbitrarySchema } from './arbitrary-schema.ts'
import { supportedSchema } from './arbitrary-supported-schema.ts'
import { runs } from './runs.ts'

/** What the passes and the emitter write, whatever the plain writer does. */
function compiled(schema: unknown, root: 'any' | 'object'): string {
  const settings = readOptions({ to: 'gemini', root })
  const source = readSource(schema)
  const opened = new OpenedSource(source, settings)
  return JSON.stringify(emitTree(source, opened, lowerGraph(opened.graph, opened, settings), settings).schema)
}

/** What the plain writer writes; undefined where it leaves the schema to the compiler. */
function plain(schema: unknown, root: 'any' | 'object'): string | undefined {
  const written = gemini.writePlain?.(schema as Schema, root, gemini.limits.depth)
  return written === undefined ? undefined : JSON.stringify(written)
}

function expectSame(schema: unknown): boolean {
  let took = false
  for (const root of ['any', 'object'] as const) {
    const written = plain(schema, root)
    if (written === undefined) continue
    took = true
    expect(written, JSON.stringify(schema)).toBe(compiled(schema, root))
  }
  return took
}

test('The plain writer writes the bytes that the compiler writes, for supported schemas', () => {
  fc.assert(
    fc.property(supportedSchema, (schema) => void expectSame(schema)),
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
