import type { JsonObject } from '../../src/core/json.ts'
import { deepEqual } from '../../src/core/json.ts'
import type { CompiledSchema, CompileOptions, DialectId, Draft } from '../../src/schema/index.ts'
import { compileSchema, dialects, ToolfitError } from '../../src/schema/index.ts'
import { accepts } from '../acceptance/index.ts'
import { readOutput } from '../oracle/read-output.ts'
import type { Oracle } from '../oracle/source-validator.ts'
import type { Corpus, CorpusRecord } from './corpora.ts'
import { readCorpus } from './corpora.ts'

/** What became of the schemas and instances of one corpus in one dialect. Lists hold the ids of what fell short. */
export interface Measurement {
  readonly corpus: Corpus
  readonly dialect: DialectId
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

/** Which records of a corpus are measured: every n-th, from one on. */
interface Sample {
  readonly every: number
  readonly from: number
}

/** Compiles the schemas of a corpus as a tool's parameters and as a response, and tries their instances. */
export function measureCorpus(corpus: Corpus, dialect: DialectId, { every, from }: Sample): Measurement {
  const measured: Measurement = {
    corpus,
    dialect,
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
  for (const [index, record] of readCorpus(corpus).entries()) {
    if (index % every !== from) continue
    measured.schemas++
    measureRecord(record, measured)
  }
  return measured
}

function measureRecord(record: CorpusRecord, measured: Measurement): void {
  const asResponse = compile(record, 'any', measured)
  const asTool = asResponse === undefined ? undefined : compile(record, 'object', measured)
  if (asResponse === undefined || asTool === undefined) return
  const { dialect } = measured
  const isRefused = (schema: JsonObject, place: 'response' | 'tool') =>
    dialects[dialect].passThrough !== true && accepts[dialect]!(schema, place).length > 0
  if (isRefused(asResponse.schema, 'response')) measured.rejectedByEndpoint.push(record.id)
  if (isRefused(asTool.schema, 'tool')) measured.rejectedByEndpoint.push(`${record.id} (tool)`)
  if (record.schemaRaw !== undefined) compile({ ...record, schema: record.schemaRaw }, 'object', measured)
  tryInstances(record, asResponse, measured)
  if (!deepEqual(asResponse.schema, asTool.schema) || dialect === 'gemini') tryInstances(record, asTool, measured)
}

function compile(record: CorpusRecord, root: 'any' | 'object', measured: Measurement): CompiledSchema | undefined {
  try {
    const compiled = compileSchema(record.schema, { to: measured.dialect, root, ...optionsFor(record) })
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
  const takes = outputOracle(compiled, measured.dialect)
  for (const value of record.valid ?? []) {
    measured.valid++
    if (compiled.check(value).length > 0) {
      measured.validFailsCheck.push(record.id)
      continue
    }
    const wire = compiled.encode(value)
    if (takes(wire) === false) {
      if (losesValues(compiled)) measured.narrowed++
      else measured.encodedNotValid.push(record.id)
    } else if (!deepEqual(compiled.decode(wire), value)) {
      if (losesNull(compiled)) measured.narrowed++
      else measured.roundTripBroken.push(record.id)
    }
  }
  for (const value of record.invalid ?? []) {
    measured.invalid++
    if (compiled.check(value).length === 0) measured.invalidPassesCheck.push(record.id)
    else if (takes(compiled.encode(value)) === false) measured.rejectedByOutput++
  }
}

/** Judges by the output. The user's own schema is what it is: `check` speaks for it. */
function outputOracle({ schema, check }: CompiledSchema, dialect: DialectId): Oracle {
  if (dialects[dialect].passThrough) return (value) => check(value).length === 0
  // ajv skips branches that hold for every value, and `contains` where `minContains` is 0: what they evaluate is lost.
  if (JSON.stringify(schema).includes('"unevaluated')) return () => undefined
  return readOutput(dialect, schema)
}

/** A change that says which values the model cannot write: narrowed, or a required name that nothing declares. */
function losesValues(compiled: CompiledSchema): boolean {
  return compiled.changes.some(({ effect, code }) => effect === 'narrowed' || code === 'required-name-undeclared')
}

/** A change that says that null means absent. */
function losesNull(compiled: CompiledSchema): boolean {
  return compiled.changes.some(({ code }) => code === 'optional-to-null')
}
