import { expect } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import type { CompileOptions } from '../../src/schema/index.ts'
import { compileSchema } from '../../src/schema/index.ts'
import { accepts } from '../acceptance/index.ts'
import { readOutput } from '../oracle/read-output.ts'
import { reportedChanges } from './fitted.ts'

/** A source, what a dialect makes of it, and how values travel. */
export interface DialectCase {
  readonly name: string
  readonly source: JsonObject
  /** A tool's parameters, where nothing else is said. */
  readonly root?: 'any' | 'object'
  readonly schema: JsonObject
  /** What is reported, the implicit change left out. */
  readonly changes: readonly string[]
  /** Values of the tool, and what stands for them on the wire. */
  readonly values: readonly (readonly [value: unknown, wire: unknown])[]
}

/** The output is this one, the endpoint takes it, and values go there and come back. */
export function expectCase(to: CompileOptions['to'], { source, root = 'object', ...wanted }: DialectCase): void {
  const compiled = compileSchema(source, { to, root })
  expect(compiled.schema).toStrictEqual(wanted.schema)
  expect(reportedChanges(compiled)).toEqual(wanted.changes)
  expect(accepts[to]!(compiled.schema, root === 'object' ? 'tool' : 'response')).toEqual([])
  const takes = readOutput(to, compiled.schema)
  for (const [value, wire] of wanted.values) {
    expect(compiled.check(value)).toEqual([])
    expect(compiled.encode(value)).toStrictEqual(wire)
    expect(takes(wire), 'not valid under the output').toBe(true)
    expect(compiled.decode(wire)).toStrictEqual(value)
    expect(compiled.receive(wire)).toStrictEqual({ value, issues: [] })
  }
}
