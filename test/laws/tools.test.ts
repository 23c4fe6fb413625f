import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { deepEqual, isPlainObject } from '../../src/core/json.ts'
import { type CompiledTool, compileTools } from '../../src/index.ts'
import { envelopeFor } from '../../src/tools/envelopes.ts'
import { fitName, fitNames } from '../../src/tools/fit-name.ts'
import { normaliseSource } from '../oracle/normalise-source.ts'
import { nastyNames } from './arbitrary-name.ts'
import { arbitrarySchema } from './arbitrary-schema.ts'
import { sampleValues } from './arbitrary-value.ts'
import { runs } from './runs.ts'

/** What the providers say, in their own words: the rules of the sources are not asked. */
const legal = {
  gemini: /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/,
  openai: /^[a-zA-Z0-9_-]{1,64}$/,
} as const

/** Short words over few letters collide often; long ones are cut; a fitted name may be somebody's own. */
const toolName = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '_', '/', '.', ' ', '1', 'ü', '😀'), minLength: 1, maxLength: 4 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
  fc.constantFrom(...nastyNames.filter((name) => name !== '')),
  fc
    .tuple(fc.constantFrom('a', 'a/', 'a_', '日'), fc.integer({ min: 55, max: 90 }))
    .map(([unit, times]) => unit.repeat(times)),
)

/** Sets of names, now and then with one that is what another is fitted to. */
const nameSets = fc
  .tuple(fc.uniqueArray(toolName, { minLength: 1, maxLength: 12 }), fc.boolean())
  .map(([names, takesFitted]) => {
    if (!takesFitted) return names
    const rule = envelopeFor('gemini').name
    const squatters = [...names.map((name) => fitName(name, rule!)), ...fitNames(names, rule)]
    return [...new Set([...names, ...squatters])]
  })

describe.each(['gemini', 'openai'] as const)('names for %s', (dialect) => {
  const rule = envelopeFor(dialect).name!

  test('fitted names are legal, and different for different names', () => {
    fc.assert(
      fc.property(nameSets, (names) => {
        const fitted = fitNames(names, rule)
        expect(fitted).toHaveLength(names.length)
        expect(new Set(fitted).size).toBe(names.length)
        for (const name of fitted) expect(name).toMatch(legal[dialect])
      }),
      runs(),
    )
  })

  test('a legal name stays as it is', () => {
    fc.assert(
      fc.property(nameSets, (names) => {
        const fitted = fitNames(names, rule)
        for (const [index, name] of names.entries()) if (legal[dialect].test(name)) expect(fitted[index]).toBe(name)
      }),
      runs(),
    )
  })

  test('the name of a tool depends on the others only where two would have the same', () => {
    fc.assert(
      fc.property(nameSets, (names) => {
        const alone = names.map((name) => fitNames([name], rule)[0]!)
        const together = fitNames(names, rule)
        for (const [index, name] of alone.entries()) {
          if (alone.filter((other) => other === name).length === 1) expect(together[index]).toBe(name)
        }
      }),
      runs(),
    )
  })

  test('the same names give the same fitted names, in any order unless a name looks like a hashed one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(toolName, { minLength: 1, maxLength: 12 }), (names) => {
        const fitted = new Map(fitNames(names, rule).map((name, index) => [names[index], name]))
        const reversed = names.toReversed()
        expect(fitNames(reversed, rule)).toEqual(reversed.map((name) => fitted.get(name)))
        expect(fitNames(names, rule)).toEqual(names.map((name) => fitted.get(name)))
      }),
      runs(),
    )
  })
})

/** Gemini is tried as often as a law; the others share its way there, and differ in the codec. */
const dialects = [
  ['gemini', runs()],
  ['vertex', runs(0.2)],
  ['gemini-json', runs(0.2)],
  ['gemini-auto', runs(0.2)],
  ['gemini-openai', runs(0.2)],
  ['openai-strict', runs(0.2)],
  ['anthropic', runs(0.2)],
] as const

describe.each(dialects)('calls of %s', (to, parameters) => {
  const toolSets = fc.uniqueArray(fc.tuple(toolName, arbitrarySchema), {
    minLength: 1,
    maxLength: 3,
    selector: ([name]) => name,
  })

  /** That values survive the codec is law 2; here they have to find their tool and survive the way there. */
  test('a valid input comes back to its own tool as it was, with the defaults of the source', () => {
    let tried = 0
    fc.assert(
      fc.property(toolSets, fc.integer({ min: 1, max: 1_000_000 }), (tools, seed) => {
        const list = tools.map(([name, inputSchema]) => ({ name, inputSchema }))
        const compiled = compileTools(list, { to, onError: 'skip' })
        expect(compiled.entries.length + compiled.failures.length).toBe(tools.length)
        for (const entry of compiled.entries) {
          const { toolName } = entry
          const source = list.find(({ name }) => name === toolName)!.inputSchema
          for (const input of validInputs(entry, source, seed)) {
            const call = compiled.encodeCall({ toolName, input })
            const received = compiled.receiveCall(JSON.parse(JSON.stringify(call)) as typeof call)
            const evidence = JSON.stringify({ source, input, call, received })
            expect(received.toolName).toBe(toolName)
            expect(deepEqual(received.input, entry.compiled!.parse(input).value), evidence).toBe(true)
            expect(received.issues, evidence).toEqual([])
            tried++
          }
        }
      }),
      parameters,
    )
    expect(tried).toBeGreaterThan(50)
  })

  const declares = ({ compiled, declaration }: CompiledTool) =>
    [declaration, declaration['function'] ?? {}].some(
      (each) => envelopeFor(compiled?.dialect ?? to).schemaKey in (each as JsonObject),
    )

  function validInputs(entry: CompiledTool, source: JsonObject, seed: number): Json[] {
    const { compiled } = entry
    return sampleValues(normaliseSource(source), seed, 4).filter(
      (value) =>
        compiled!.check(value).length === 0 &&
        deepEqual(compiled!.decode(compiled!.encode(value)), value) &&
        // Arguments are an object on the wire; what has no such form lies inside a narrowed change.
        isPlainObject(compiled!.encode(value)) &&
        // A tool that declares no parameters gets none.
        (declares(entry) || deepEqual(value, {})),
    )
  }
})
