import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { checkJsonSchema } from './json-schema-rules.ts'
import type { SchemaLocation, SchemaPlace } from './schema-location.ts'
import { checkSchema } from './schema-rules.ts'

/** A rejection that someone reported. `reconstructed: false`: the source shows the input, so that the text can be compared. */
interface Report {
  readonly source: string
  readonly date: string
  readonly endpoint: string
  readonly kind: string
  readonly input: Record<string, unknown>
  readonly error: string
  readonly reconstructed: boolean
}

const file = new URL('../../../../shared/facts/gemini-reports.json', import.meta.url)
const reports: readonly Report[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
if (reports.length === 0) console.info(`No recorded rejections at ${file.pathname}: they are not compared.`)

/** Reports that are not about a Schema message, by the start of their kind. */
const otherSubjects: readonly [prefix: string, reason: string][] = [
  ['history-', 'order of turns'],
  ['role', 'order of turns'],
  ['contents-', 'contents'],
  ['part-', 'contents'],
  ['function-response', 'contents'],
  ['unknown-field-function-response', 'contents'],
  ['thought-signature', 'contents'],
  ['function-name', 'the declaration, not its schema'],
  ['duplicate-function', 'the list of declarations'],
  ['too-many-functions', 'the list of declarations'],
  ['tools-', 'the list of tools'],
  ['thinking-level', 'generation config'],
]

/** Reports about schemas that this judge cannot repeat. */
const exceptions: readonly [kind: string, date: RegExp, reason: string][] = [
  ['too-many-states', /./, 'depends on the size of the whole request; no number is recorded'],
  ['nesting-depth', /./, 'the input is not shown and the limit not published; check-backend.test.ts has the texts'],
  ['response-schema-unsupported-field', /2024/, 'lifted since'],
  [
    'missing-type',
    /2026-02-26/,
    'the input is elided, and an any_of node counts as typed: otherwise no union could pass',
  ],
  ['type-missing', /2026/, 'the input is elided, and comes from a time when any_of was not known'],
]

/** Keywords that a proxy between the reporter and Google took out of the input that is shown. */
const removedOnTheWay: Readonly<Record<string, string>> = {
  'parameters-not-object 2026-01-14': '$schema',
  'array-missing-items 2026-06-15': 'prefixItems',
}

function reasonToSkip({ kind, date }: Report): string | undefined {
  const subject = otherSubjects.find(([prefix]) => kind.startsWith(prefix))
  return subject?.[1] ?? exceptions.find(([name, when]) => name === kind && when.test(date))?.[2]
}

function endpointOf({ endpoint }: Report): Endpoint {
  if (endpoint.startsWith('generativelanguage')) return 'ai-studio'
  return endpoint === 'cloudcode' ? 'cloud-code' : 'vertex'
}

type Json = Record<string, unknown>

interface Subject {
  readonly place: SchemaPlace
  readonly schema: Json
  /** Whether the input shows the root of the schema, and not only a part of it. */
  readonly isRoot: boolean
}

/** Takes the schema out of an input: a request, a declaration, a schema, a part of one, or a map of properties. */
function subjectOf(input: Json): Subject {
  const config = input.generationConfig as Json | undefined
  if (config !== undefined) return { place: 'response', schema: config.responseSchema as Json, isRoot: true }
  if (input.tools !== undefined) {
    const tool = [input.tools].flat()[0] as Json
    return subjectOf((tool.functionDeclarations as Json[]).at(-1) as Json)
  }
  if (input.parameters !== undefined) return { place: 'parameters', schema: input.parameters as Json, isRoot: true }
  const keywords = ['type', 'properties', 'items', 'anyOf', 'enum', 'uniqueItems', 'const']
  if (!keywords.some((keyword) => Object.hasOwn(input, keyword))) {
    return { place: 'parameters', schema: { type: 'object', properties: input }, isRoot: false }
  }
  const implied = 'properties' in input ? { type: 'object' } : 'items' in input ? { type: 'array' } : {}
  return { place: 'parameters', schema: { ...implied, ...input }, isRoot: false }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** The steps of a location below the schema's root: `properties[3].value`, `items`, `any_of[0]`, `enum[0]`. */
function stepsOf(line: string): string[] {
  const path = /\.(?:parameters|response_schema)\.([^' ]*?)(?:'|: |$)/.exec(line)?.[1]
  return path?.match(/[a-z_]+(?:\[[^\]]*\](?:\.value)?)?/g) ?? []
}

function resolves(schema: unknown, steps: readonly string[]): boolean {
  const [step, ...rest] = steps
  if (step === undefined) return true
  if (!isObject(schema)) return false
  const [, field = '', index] = /^(\w+)(?:\[(.*)\])?/.exec(step.replace('any_of', 'anyOf')) ?? []
  const value = schema[field]
  if (value === undefined || index === undefined) return value !== undefined && resolves(value, rest)
  const child = Object.entries(value as object).find(([key], i) => key === index || String(i) === index)?.[1]
  return child !== undefined && resolves(child, rest)
}

/** Puts a part of a schema where the error has it, with other properties and branches in front of it. */
function plant(part: Json, steps: readonly string[]): Json {
  const [step, ...rest] = steps
  if (step === undefined) return part
  const inner = plant(part, rest)
  const index = /\[(.*)\]/.exec(step)?.[1] ?? ''
  const before = Array.from({ length: Number(index) || 0 }, (_, i) => [`before_${i}`, { type: 'string' }])
  if (step === 'items') return { type: 'array', items: inner }
  if (step.startsWith('any_of')) return { anyOf: [...before.map(([, schema]) => schema), inner] }
  const key = Number.isNaN(Number(index)) ? index : 'here'
  return { type: 'object', properties: Object.fromEntries([...before, [key, inner]]) }
}

function wholeSchema({ schema, isRoot }: Subject, line: string): Json {
  const steps = stepsOf(line)
  if (isRoot || resolves(schema, steps))
    return schema.type === 'object' || isRoot ? schema : plant(schema, ['properties[0]'])
  const properties = schema.properties as Json | undefined
  const parts = [schema, ...(properties === undefined ? [] : Object.values(properties))].filter(isObject)
  for (let at = 1; at <= steps.length; at++) {
    for (const part of parts) if (resolves(part, steps.slice(at))) return plant(part, steps.slice(0, at))
  }
  return schema.type === 'object' ? schema : plant(schema, ['properties[0]'])
}

function locationOf(line: string): SchemaLocation {
  const match = /tools(?:\[(\d+)\])?\.function_declarations\[(\w+)\]/.exec(line)
  if (match === null) return {}
  return { tool: match[1] === undefined ? null : Number(match[1]), declaration: Number(match[2]) || 0 }
}

/** What is said, without where: locations, names and values are taken out. */
function kindOf(line: string): string {
  return line
    .replace(/^\* /, '')
    .replace(/at '[^']*'/, 'at …')
    .replace(/^\S*?(\w+)(?:\[\w*\])?: /, '$1: ')
    .replace(/`[^`]*`/g, '…')
    .replace(/'[^']*' was set/, '… was set')
    .replace(/(\((?:TYPE_\w+|type\.\S+)\)), .*$/, '$1, …')
    .replace(/\.? Learn more: .*$/, '')
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '')
}

/** Of a declaration, or of a response where the schema is shown alone. */
function judgeJsonSchema(input: Json, endpoint: Endpoint): string[] {
  const { parametersJsonSchema } = input
  const place = parametersJsonSchema === undefined ? 'response' : 'parameters'
  return checkJsonSchema(parametersJsonSchema ?? input, { endpoint, place }).map(({ message }) => message)
}

function judge(report: Report, line: string): string[] {
  const removed = removedOnTheWay[`${report.kind} ${report.date}`]
  const input = JSON.parse(JSON.stringify(report.input), (key, value) => (key === removed ? undefined : value)) as Json
  if (report.kind.startsWith('json-schema-')) return judgeJsonSchema(input, endpointOf(report))
  const subject = subjectOf(input)
  const functionName = /`([^`]+)` functionDeclaration/.exec(line)?.[1]
  return checkSchema(wholeSchema(subject, line), {
    endpoint: endpointOf(report),
    place: subject.place,
    location: locationOf(line),
    ...(functionName === undefined ? {} : { functionName }),
  }).map(({ message }) => message)
}

describe.skipIf(reports.length === 0)('a recorded rejection', () => {
  const concerned = reports.filter((report) => reasonToSkip(report) === undefined)
  const literal = concerned.filter(({ reconstructed, error }) => !reconstructed && !error.startsWith('('))
  const similar = concerned.filter(({ reconstructed }) => reconstructed)
  const unquoted = concerned.filter(({ reconstructed, error }) => !reconstructed && error.startsWith('('))

  test.each(literal)('with its input is repeated word by word: $kind, $date, $source', (report) => {
    for (const line of report.error.trim().split('\n')) {
      expect(judge(report, line)).toContainEqual(expect.stringContaining(line))
    }
  })

  test.each(similar)('with a reconstructed input is repeated in kind: $kind, $date, $source', (report) => {
    for (const line of report.error.trim().split('\n')) {
      expect(judge(report, line).map(kindOf)).toContain(kindOf(line))
    }
  })

  test.each(unquoted)('whose text nobody quoted is a rejection: $kind, $date, $source', (report) => {
    expect(judge(report, '')).not.toEqual([])
  })

  test('is left out for a reason, and most reports about schemas are not', () => {
    const skipped = new Map<string, number>()
    for (const report of reports) {
      const reason = reasonToSkip(report)
      if (reason !== undefined) skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
    }
    const list = [...skipped].map(([reason, count]) => `${count} ${reason}`).join('; ')
    console.info(`Recorded rejections: ${literal.length} literal, ${similar.length} in kind. Left out: ${list}.`)
    expect(concerned.length).toBeGreaterThanOrEqual(40)
    for (const [kind, date] of exceptions) {
      expect(reports.some((report) => report.kind === kind && date.test(report.date))).toBe(true)
    }
  })
})
