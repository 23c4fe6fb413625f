import { expect } from 'vitest'
import type { CompiledSchema, CompileOptions } from '../../src/schema/index.ts'
import { compileSchema } from '../../src/schema/index.ts'
import { acceptedEverywhere } from '../acceptance/accepted-everywhere.ts'
import { wireValidator } from '../oracle/wire-validator.ts'

/** Compiles for Gemini; every endpoint has to take what comes out. */
export function fitted(source: unknown, options: Omit<CompileOptions, 'to'> = {}): CompiledSchema {
  const compiled = compileSchema(source, { to: 'gemini', ...options })
  const place = options.root === 'object' ? 'parameters' : 'response'
  expect(acceptedEverywhere(compiled.schema, place), 'refused by an endpoint').toEqual([])
  return compiled
}

/** The value becomes this on the wire, is valid there, comes back as it was, and is received without a word. */
export function expectRoundTrip(compiled: CompiledSchema, value: unknown, wire: unknown): void {
  expect(compiled.encode(value)).toStrictEqual(wire)
  expect(wireValidator(compiled.schema)(wire), 'not valid under the output').toBe(true)
  expect(compiled.decode(wire)).toStrictEqual(value)
  expect(compiled.receive(wire)).toStrictEqual({ value, issues: [] })
}

/** What `changes` says, one line each, in alphabetical order; the implicit one is left out. */
export function reportedChanges(compiled: CompiledSchema): string[] {
  return compiled.changes
    .filter((change) => !change.implicit)
    .map(
      ({ at, keyword, code, effect, enforced }) =>
        `${at} ${keyword}: ${code}, ${effect}${enforced ? '' : ', not enforced'}`,
    )
    .sort()
}

/** True when JSON Schema's open default is reported. */
export function reportsOpenDefault(compiled: CompiledSchema): boolean {
  return compiled.changes.some((change) => change.implicit === true)
}
