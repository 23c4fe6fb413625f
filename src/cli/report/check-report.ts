import { isPlainObject, type Json, type JsonObject } from '../../core/json.ts'
import { decodePercent } from '../../core/parse-url.ts'
import { valueAt } from '../../core/pointer.ts'
import { checkSchema } from '../../emulator/accept/check-schema.ts'
import { errorMessage } from '../../emulator/accept/rule/rule.ts'
import type { Rejection } from '../../emulator/accept/rules.ts'
import type { SchemaPlace } from '../../emulator/accept/schema/backend-rules.ts'
import type { Endpoint } from '../../emulator/api/endpoint.ts'
import type { Change, Effect } from '../../schema/change.ts'
import type { TargetId } from '../../schema/dialects/index.ts'
import { type Place, reachableSchemas } from '../../schema/document/reachable-keywords.ts'
import type { Schema } from '../../schema/document/schema.ts'
import { ChangeList } from '../../schema/report/change-list.ts'
import { Covered } from '../../schema/report/covered.ts'
import type { InputContent } from '../core/command.ts'
import { type CompiledPart, type CompileFlags, compileInput, type PartKind } from '../core/compile-input.ts'
import { type Advice, listAdvice } from './advice.ts'
import { type FailOn, isAsBadAs, isUnknown, type Severity, severityOf, worstOf } from './severity.ts'

/** How many keywords of a part went which way. Implicit changes are not counted. */
export type Counts = Readonly<Record<'kept' | Effect, number>>

/** One part, as one dialect has it. */
export interface DialectResult {
  readonly dialect: TargetId
  readonly counts: Counts
  readonly changes: readonly Change[]
  /** Tokens of what is sent: an estimate. 0 where nothing is. */
  readonly tokens: number
  /** The worst that happened; undefined where nothing did, or where the part failed. */
  readonly worst: Severity | undefined
  /** Why it cannot be compiled. */
  readonly error?: { readonly code: string; readonly message: string }
  /** Why there is nothing to compile: some providers take tools only. No finding, because no schema could change it. */
  readonly unsupported?: string
}

/** A tool, a response format or a schema, in every dialect. */
export interface PartReport {
  readonly kind: PartKind
  readonly name: string
  readonly results: readonly DialectResult[]
  /** What Gemini answers to the unconverted part, with `--explain`. */
  readonly unconverted?: readonly Explanation[]
}

export interface CheckReport {
  readonly dialects: readonly TargetId[]
  readonly parts: readonly PartReport[]
  /** What the author can do about it, what concerns most places first. */
  readonly advice: readonly Advice[]
}

/** Compiles the input to every dialect and sets out what became of it. */
export async function createCheckReport(
  content: InputContent,
  dialects: readonly TargetId[],
  options: { readonly flags: CompileFlags; readonly explain: boolean },
): Promise<CheckReport> {
  const sources = (await compileInput(content, 'openai', options.flags)).parts
  const keywords = sources.map(({ schema }) => (schema === undefined ? [] : keywordsOf(schema)))
  const compiled: { dialect: TargetId; parts: readonly CompiledPart[] }[] = []
  for (const dialect of dialects) {
    compiled.push({ dialect, parts: (await compileInput(content, dialect, options.flags)).parts })
  }
  const parts = sources.map((source, index): PartReport => {
    const results = compiled.map(({ dialect, parts }) => dialectResult(dialect, parts[index]!, keywords[index]!))
    return {
      kind: source.kind,
      name: source.name,
      results,
      ...(options.explain && { unconverted: explain(source) }),
    }
  })
  return { dialects, parts, advice: listAdvice(parts, sources) }
}

function explain({ kind, name, schema }: CompiledPart): readonly Explanation[] {
  return schema === undefined
    ? []
    : explainRejection(schema as JsonObject, kind === 'tool' ? 'parameters' : 'response', name)
}

function dialectResult(
  dialect: TargetId,
  { kind, changes, tokens, error }: CompiledPart,
  keywords: readonly KeywordOccurrence[],
): DialectResult {
  const counts = { kept: 0, rewritten: 0, encoded: 0, described: 0, narrowed: 0, dropped: 0 }
  if (kind === 'response' && error?.code === 'option-invalid') {
    return { dialect, counts, changes, tokens, worst: undefined, unsupported: error.message }
  }
  if (error !== undefined) {
    return { dialect, counts, changes, tokens, worst: undefined, error: { code: error.code, message: error.message } }
  }
  for (const change of changes) if (severityOf(change) !== undefined) counts[change.effect]++
  counts.kept = countKept(keywords, changes)
  return { dialect, counts, changes, tokens, worst: worstOf(changes) }
}

/** What is a finding: a part that cannot be compiled, always; and what `--fail-on` names. */
export function findingsOf({ parts }: CheckReport, failOn: FailOn): number {
  return parts.reduce((sum, { results }) => sum + results.filter((result) => isFinding(result, failOn)).length, 0)
}

function isFinding({ error, worst, changes }: DialectResult, { severity, unknown }: FailOn): boolean {
  if (error !== undefined || (severity !== undefined && isAsBadAs(worst, severity))) return true
  return unknown && changes.some(isUnknown)
}

/** What an endpoint of Google's answers to an unconverted schema. */
export interface Explanation {
  readonly endpoint: Endpoint
  /** The text of the 400, or undefined where the schema is accepted as it is. */
  readonly message?: string
  /** What it comes down to, each once. */
  readonly rules: readonly string[]
}

/** AI Studio's answer, and Vertex AI's if its rules differ. Their texts differ only in the names of packages. */
function explainRejection(schema: JsonObject, place: SchemaPlace, functionName: string): readonly Explanation[] {
  const [studio, vertex] = (['ai-studio', 'vertex'] as const).map((endpoint) =>
    explanation(endpoint, checkSchema(schema, { endpoint, place, functionName })),
  )
  return studio!.rules.join() === vertex!.rules.join() ? [studio!] : [studio!, vertex!]
}

function explanation(endpoint: Endpoint, rejections: readonly Rejection[]): Explanation {
  const rules = [...new Set(rejections.map(({ rule }) => rule))]
  return rejections.length === 0
    ? { endpoint, rules }
    : { endpoint, message: errorMessage(rejections).trimEnd(), rules }
}

/** A keyword that a value can meet. */
export interface KeywordOccurrence {
  readonly at: string
  readonly keyword: string
  readonly value: Json
}

/** How many keywords of a schema travel one to one: those that no change speaks for. */
export function countKept(occurrences: readonly KeywordOccurrence[], changes: readonly Change[]): number {
  const list = new ChangeList()
  for (const change of changes) if (change.implicit !== true) list.add(change)
  const covered = new Covered(list)
  return occurrences.filter(({ at, keyword, value }) => !covered.has(at, keyword, value)).length
}

/** Every keyword that a value can meet: those of the schema, and of the definitions that its references lead to. */
export function keywordsOf(schema: Schema): readonly KeywordOccurrence[] {
  const roots = new Map<string, Schema>([['', schema]])
  for (;;) {
    const places = reachableSchemas(Array.from(roots, ([pointer, root]) => ({ pointer, schema: root }))).all
    const before = roots.size
    for (const { schema: inner } of places) {
      const pointer = localPointer(inner['$ref'])
      const target = pointer === undefined || roots.has(pointer) ? undefined : valueAt(schema, pointer)
      if (isPlainObject(target)) roots.set(pointer!, target as Schema)
    }
    if (roots.size === before) return places.flatMap(keywordsAt)
  }
}

function keywordsAt({ at, schema }: Place): KeywordOccurrence[] {
  return Object.entries(schema).map(([keyword, value]) => ({ at, keyword, value: value! }))
}

function localPointer(reference: unknown): string | undefined {
  if (typeof reference !== 'string' || !/^#(\/|$)/.test(reference)) return undefined
  return decodePercent(reference.slice(1))
}
