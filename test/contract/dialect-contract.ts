import type { Json, JsonObject } from '../../src/core/json.ts'
import { deepEqual, isPlainObject } from '../../src/core/json.ts'
import type { Change, CompiledSchema, DialectId } from '../../src/schema/index.ts'
import { compileSchema, dialects } from '../../src/schema/index.ts'
import type { SentAs } from '../acceptance/index.ts'
import { accepts } from '../acceptance/index.ts'
import { findUnreported } from '../laws/reported.ts'
import { readOutput } from '../oracle/read-output.ts'
import type { Oracle } from '../oracle/source-validator.ts'
import type { Construct } from './construct.ts'

const uses: readonly { readonly root: 'any' | 'object'; readonly place: SentAs }[] = [
  { root: 'any', place: 'response' },
  { root: 'object', place: 'tool' },
]

/** Where a dialect does not keep the contract about a construct: one line a breach. The same for every dialect. */
export function findBreaches(construct: Construct, to: DialectId): string[] {
  const source = deepFreeze(structuredClone(construct.schema))
  const before = JSON.stringify(source)
  const breaches: string[] = []
  let known: CompiledSchema | undefined
  for (const { root, place } of uses) {
    if (construct.sentAs !== undefined && construct.sentAs !== place) continue
    const compiled = compileSchema(source, { to, root })
    const found = findRejections(compiled, to, place)
    // The same output has been asked already.
    if (known === undefined || !deepEqual(known.schema, compiled.schema))
      found.push(
        ...findWrongValues(construct, compiled, to),
        ...findUnreportedKeyword(source, to, root),
        ...findFalseReport(source, compiled),
      )
    known = compiled
    breaches.push(...found.map((breach) => `as a ${place}, ${breach}`))
  }
  return JSON.stringify(source) === before ? breaches : [...breaches, 'the source was mutated']
}

function findWrongValues(construct: Construct, compiled: CompiledSchema, to: DialectId): string[] {
  return dialects[to].passThrough ? findTouched(construct, compiled) : findBrokenValues(construct, compiled, to)
}

/** A dialect that passes the user's own schema on changes nothing, and still checks. */
function findTouched({ schema, valid, losable = [], invalid }: Construct, compiled: CompiledSchema): string[] {
  const values = [...valid, ...losable.map(({ value }) => value)]
  const breaches: string[] = []
  if (!deepEqual(compiled.schema, schema === true ? {} : schema)) breaches.push('the schema is not the source')
  if (compiled.changes.length > 0) breaches.push('a change is reported')
  for (const value of values) if (compiled.check(value).length > 0) breaches.push(`check refuses ${print(value)}`)
  for (const { value } of invalid)
    if (compiled.check(value).length === 0) breaches.push(`check accepts ${print(value)}`)
  for (const value of [...values, ...invalid.map((each) => each.value)]) {
    if (!deepEqual(compiled.encode(value), value) || !deepEqual(compiled.decode(value), value))
      breaches.push(`${print(value)} is changed`)
  }
  return breaches
}

function findRejections({ schema }: CompiledSchema, to: DialectId, place: SentAs): string[] {
  // A dialect that passes the user's own schema on promises nothing about endpoints.
  if (dialects[to].passThrough) return []
  return accepts[to]!(schema, place).map((rejection) => `the schema is refused: ${rejection}`)
}

function findUnreportedKeyword(source: Json, to: DialectId, root: 'any' | 'object'): string[] {
  if (dialects[to].passThrough || !isPlainObject(source)) return []
  const breach = findUnreported(source as JsonObject, { to, root })
  return breach === undefined ? [] : [`${breach.what}, at ${JSON.stringify(breach['at'] ?? breach['change'])}`]
}

/** What comes out as it went in has lost nothing. That other words were tried on the way is no lie. */
function findFalseReport(source: Json, { schema, changes }: CompiledSchema): string[] {
  const { $schema: _, ...written } = schema
  if (!deepEqual(written, source)) return []
  return changes
    .filter((change) => change.implicit !== true && change.effect !== 'rewritten')
    .map(({ at, keyword, code }) => `nothing was lost, but ${code} is reported of ${keyword} at "${at}"`)
}

function findBrokenValues(construct: Construct, compiled: CompiledSchema, to: DialectId): string[] {
  const takes = readOutput(to, compiled.schema)
  const dialect = dialects[to]
  const breaches: string[] = []
  for (const value of construct.valid) breaches.push(...findUnsound(value, compiled, takes))
  for (const { value, unless } of construct.losable ?? []) {
    if (unless(dialect)) breaches.push(...findUnsound(value, compiled, takes))
    else breaches.push(...findUnreportedLoss(value, compiled, takes))
  }
  for (const { value, breaks, refusedWhen } of construct.invalid) {
    const text = print(value)
    if (compiled.check(value).length === 0) breaches.push(`check accepts ${text}`)
    if (takes(compiled.encode(value)) === false) continue
    if (refusedWhen(dialect)) breaches.push(`the output takes ${text}, which breaks ${breaks}`)
    else if (!compiled.changes.some((change) => reports(change, breaks)))
      breaches.push(`the output takes ${text}, and no change says that ${breaks} is not held`)
  }
  return breaches
}

/** A value that can be written is valid on the wire, and comes back as it was. */
function findUnsound(value: Json, compiled: CompiledSchema, takes: Oracle): string[] {
  const text = print(value)
  const before = deepFreeze(structuredClone(value))
  const wire = deepFreeze(compiled.encode(before) as Json)
  const breaches: string[] = []
  if (compiled.check(before).length > 0) breaches.push(`check refuses ${text}`)
  if (takes(wire) === false) breaches.push(`the output does not take ${print(wire)}, which stands for ${text}`)
  const back = compiled.decode(wire)
  if (!deepEqual(back, value)) breaches.push(`${text} comes back as ${print(back)}`)
  const { issues } = compiled.receive(wire)
  if (issues.length > 0) breaches.push(`${text} is received with a remark: ${issues[0]!.message}`)
  return breaches
}

function findUnreportedLoss(value: Json, compiled: CompiledSchema, takes: Oracle): string[] {
  const text = print(value)
  if (compiled.check(value).length > 0) return [`check refuses ${text}`]
  const wire = compiled.encode(value)
  const isWritten = takes(wire) !== false && deepEqual(compiled.decode(wire), value)
  const isReported = compiled.changes.some(({ effect }) => effect === 'narrowed')
  return isWritten || isReported ? [] : [`${text} cannot be written, and no change is narrowed`]
}

/** A keyword that the output does not hold has a change that says so, and that `check` holds it. */
function reports({ keyword, code, effect, enforced }: Change, breaks: string): boolean {
  if (!enforced) return false
  if (code.endsWith('-to-json-text') || code === 'cut-to-free-form') return true
  return keyword === breaks && (effect === 'described' || effect === 'dropped' || effect === 'encoded')
}

function deepFreeze<T extends Json>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const child of Object.values(value)) deepFreeze(child as Json)
  return Object.freeze(value)
}

/** Enough of a value to know it by. */
function print(value: unknown): string {
  const text = String(JSON.stringify(value))
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
