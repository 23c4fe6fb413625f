import { deepEqual } from '../../src/core/json.ts'
import { acceptedEverywhere } from '../../src/emulator/accept/schema-rules.ts'
import type { CompiledSchema, CompileOptions, Draft } from '../../src/schema/index.ts'
import { compileSchema, ToolfitError } from '../../src/schema/index.ts'
import { wireValidator } from '../oracle/wire-validator.ts'
import type { Corpus, CorpusRecord } from './corpora.ts'
import { readCorpus } from './corpora.ts'

/** What became of the schemas and instances of one corpus. Lists hold the ids of what fell short. */
export interface Measurement {
  readonly corpus: Corpus
  schemas: number
  /** Refused with a code, by code. */
  readonly refused: Map<string, string[]>
  readonly rejectedByEndpoint: string[]
  readonly crashed: string[]
  valid: number
  readonly validFailsCheck: string[]
  /** Valid instances that the output does not take, under a `narrowed` change. */
  narrowed: number
  readonly encodedNotValid: string[]
  readonly roundTripBroken: string[]
  invalid: number
  readonly invalidPassesCheck: string[]
  /** Invalid instances that the output itself rejects. */
  rejectedByOutput: number
}

/** Compiles every schema of a corpus as a tool's parameters and as a response, and tries its instances. */
export function measureCorpus(corpus: Corpus): Measurement {
  const measured: Measurement = {
    corpus,
    schemas: 0,
    refused: new Map(),
    rejectedByEndpoint: [],
    crashed: [],
    valid: 0,
    validFailsCheck: [],
    narrowed: 0,
    encodedNotValid: [],
    roundTripBroken: [],
    invalid: 0,
    invalidPassesCheck: [],
    rejectedByOutput: 0,
  }
  for (const record of readCorpus(corpus)) {
    measured.schemas++
    measureRecord(record, measured)
  }
  return measured
}

function measureRecord(record: CorpusRecord, measured: Measurement): void {
  const asResponse = compile(record, 'any', measured)
  const asTool = asResponse === undefined ? undefined : compile(record, 'object', measured)
  if (asResponse === undefined || asTool === undefined) return
  if (acceptedEverywhere(asResponse.schema, 'response').length > 0) measured.rejectedByEndpoint.push(record.id)
  if (acceptedEverywhere(asTool.schema, 'parameters').length > 0)
    measured.rejectedByEndpoint.push(`${record.id} (tool)`)
  if (record.schemaRaw !== undefined) compile({ ...record, schema: record.schemaRaw }, 'object', measured)
  for (const compiled of [asResponse, asTool]) tryInstances(record, compiled, measured)
}

function compile(record: CorpusRecord, root: 'any' | 'object', measured: Measurement): CompiledSchema | undefined {
  try {
    const compiled = compileSchema(record.schema, { to: 'gemini', root, ...optionsFor(record) })
    // Changes are worked out when they are asked for.
    void compiled.changes.length
    return compiled
  } catch (error) {
    if (ToolfitError.isInstance(error)) {
      measured.refused.set(error.code, [...(measured.refused.get(error.code) ?? []), record.id])
    } else measured.crashed.push(`${record.id}: ${String(error)}`)
    return undefined
  }
}

const drafts: Readonly<Record<string, Draft>> = {
  draft3: '4',
  draft4: '4',
  draft6: '6',
  draft7: '7',
  'draft2019-09': '2019-09',
}

function optionsFor(record: CorpusRecord): Pick<CompileOptions, 'formats' | 'draft'> {
  const formats = record.formatAssert ? 'assert' : 'annotate'
  return record.draft === undefined ? { formats } : { formats, draft: drafts[record.draft] ?? '2020-12' }
}

function tryInstances(record: CorpusRecord, compiled: CompiledSchema, measured: Measurement): void {
  if (record.valid === undefined && record.invalid === undefined) return
  const fits = wireValidator(compiled.schema)
  for (const value of record.valid ?? []) {
    measured.valid++
    if (compiled.check(value).length > 0) {
      measured.validFailsCheck.push(record.id)
      continue
    }
    const wire = compiled.encode(value)
    if (!fits(wire)) {
      if (losesValues(compiled)) measured.narrowed++
      else measured.encodedNotValid.push(record.id)
    } else if (!deepEqual(compiled.decode(wire), value)) measured.roundTripBroken.push(record.id)
  }
  for (const value of record.invalid ?? []) {
    measured.invalid++
    if (compiled.check(value).length === 0) measured.invalidPassesCheck.push(record.id)
    else if (!fits(compiled.encode(value))) measured.rejectedByOutput++
  }
}

/** A change that says which values the model cannot write: narrowed, or a required name that nothing declares. */
function losesValues(compiled: CompiledSchema): boolean {
  return compiled.changes.some(({ effect, code }) => effect === 'narrowed' || code === 'required-name-undeclared')
}
