import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { readPromptValues } from '../../src/emulator/answer/sample/prompt-values.ts'
import { sampleValue } from '../../src/emulator/answer/sample/sample-value.ts'
import { toJsonSchema } from '../../src/emulator/answer/to-json-schema.ts'
import { compileOrRefuse } from '../laws/compile-or-refuse.ts'
import { wireValidator } from '../oracle/wire-validator.ts'
import { type Corpus, type CorpusRecord, hasCorpora, readCorpus, skipped } from './corpora.ts'

if (!hasCorpora) console.info(skipped)

const prompt = 'Find the weather in New York for 3 days, "exactly" as ada@example.com wrote'

const toolCorpora: readonly Corpus[] = [
  ...(['mcp', 'openapi', 'schemastore', 'bfcl', 'acebench', 'functionchat', 'sealtools', 'taubench'] as const),
]

/** Schemas for which nobody finds a value by looking. */
const explained: readonly RegExp[] = [
  // Branches of `oneOf` that open objects satisfy all at once: only a value of a wrong type in one of them tells them apart.
  /^openapi\/ably\.io\/platform\/1\.1\.0#post \/push\/channelSubscriptions!request/,
  /^openapi\/maif\.local\/otoroshi\/1\.5\.0-dev#get \/api\/verifiers/,
  // Two closed objects in one `allOf`, each with names that the other forbids: no value at all.
  /^openapi\/shipengine\.com\/[\d.]+#get \/v1\/pickups!response/,
]

describe.skipIf(!hasCorpora)('values drawn from real schemas', () => {
  test.each(toolCorpora)('%s: ajv takes them, but for schemas that are explained', (name) => {
    const judged = readCorpus(name).flatMap((record) => judge(record) ?? [])
    const failed = judged.filter(({ problem }) => problem !== undefined)
    const slowest = Math.max(...judged.map(({ milliseconds }) => milliseconds))
    const conforming = judged.length - failed.length
    console.info(`${name}: ${conforming} of ${judged.length} conform, the slowest took ${slowest.toFixed(1)} ms`)
    expect(failed.filter(({ id }) => !explained.some((pattern) => pattern.test(id)))).toEqual([])
  })
})

describe.skipIf(!hasCorpora)('values drawn from what the compiler sends to Gemini', () => {
  test.each(['mcp', 'taubench', 'functionchat'] as const)(
    '%s: they are valid there, and decode to arguments',
    (name) => {
      const wrong = readCorpus(name).flatMap(({ id, schema }) => {
        const compiled = compileOrRefuse(schema, { to: 'gemini', root: 'object' })
        if (compiled === undefined) return []
        const wire = sampleValue(toJsonSchema(compiled.schema), readPromptValues(prompt))
        const { issues } = compiled.receive(wire)
        const isValid = wireValidator(compiled.schema)(wire)
        // What was only described to the model is nothing that a sampler can heed.
        const isDescribed = compiled.changes.some(({ effect }) => effect === 'described' || effect === 'dropped')
        const errors = isDescribed ? [] : issues.filter(({ level }) => level !== 'warning')
        return isValid && errors.length === 0
          ? []
          : [{ id, wire: JSON.stringify(wire).slice(0, 300), isValid, errors: errors.slice(0, 2) }]
      })
      expect(wrong).toEqual([])
    },
  )
})

interface Judgement {
  readonly id: string
  readonly problem?: string
  readonly milliseconds: number
}

/** Undefined: ajv itself cannot read the schema. */
function judge({ id, schema }: CorpusRecord): Judgement | undefined {
  const validate = compile(schema)
  if (validate === undefined) return undefined
  const start = performance.now()
  const value = sampleValue(schema, readPromptValues(prompt))
  const milliseconds = performance.now() - start
  if (validate(value)) return { id, milliseconds }
  return {
    id,
    milliseconds,
    problem: `${JSON.stringify(value)?.slice(0, 200)} ${JSON.stringify(validate.errors?.[0])}`,
  }
}

function compile(schema: unknown) {
  const options = { strict: false, validateFormats: false, validateSchema: false, logger: false } as const
  for (const Judge of [Ajv2020, Ajv]) {
    try {
      return new Judge(options).compile(withoutDialect(schema))
    } catch {
      // The other dialect may read it.
    }
  }
  return undefined
}

/** ajv refuses dialects that it was not told about. */
function withoutDialect(schema: unknown): object {
  const { $schema: _, ...rest } = schema as Record<string, unknown>
  return rest
}
