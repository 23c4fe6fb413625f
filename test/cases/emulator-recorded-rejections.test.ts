import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkRequest } from '../../src/emulator/accept/check-request.ts'
import { parseRequest } from '../../src/emulator/accept/parse-request.ts'
import { errorMessage } from '../../src/emulator/accept/rule/rule.ts'
import type { Rejection } from '../../src/emulator/accept/rules.ts'
import type { Endpoint } from '../../src/emulator/api/endpoint.ts'
import { findModel } from '../../src/emulator/api/model.ts'
import { sign } from '../../src/emulator/api/signature.ts'
import { type ReportException, reportExceptions } from './emulator-report-exceptions.ts'

/** A rejection that someone reported. `reconstructed: false`: the source shows the input, so that the text can be compared. */
interface Report {
  readonly source: string
  readonly date: string
  readonly endpoint: string
  readonly kind: string
  readonly input: Json
  readonly error: string
  readonly reconstructed: boolean
}

type Json = Record<string, unknown>

const file = new URL('../../../shared/facts/gemini-reports.json', import.meta.url)
const reports: readonly Report[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
if (reports.length === 0) console.info(`No recorded rejections at ${file.pathname}: they are not compared.`)

function exceptionOf({ kind, date }: Report): ReportException | undefined {
  return reportExceptions.find((exception) => exception.kind === kind && exception.date.test(date))
}

/** Keywords that a proxy between the reporter and Google took out of the input that is shown. */
const removedOnTheWay: Readonly<Record<string, string>> = {
  'parameters-not-object 2026-01-14': '$schema',
  'array-missing-items 2026-06-15': 'prefixItems',
  // Google does not know the field there; the proxy that this is from dropped what it did not know.
  'thought-signature-missing 2026-02-10': 'thought_signature',
}

function endpointOf({ endpoint }: Report): Endpoint {
  if (endpoint.startsWith('generativelanguage') || endpoint === 'interactions') return 'ai-studio'
  return endpoint === 'cloudcode' ? 'cloud-code' : 'vertex'
}

/** Most reports do not say which model it was: one of their time. */
function modelOf({ kind, date, endpoint, input }: Report): string {
  if (typeof input.model === 'string') return input.model
  if (kind.startsWith('history-end-model')) return 'gemini-3.8-flash'
  if (kind.startsWith('thought-signature')) return 'gemini-3-pro-preview'
  // Gemini 3 takes search and functions together there.
  if (kind === 'tools-combination' && endpoint === 'vertex') return 'gemini-2.5-flash'
  if (kind.startsWith('object-empty-properties') && date < '2025-06') return 'gemini-2.0-flash'
  if (date < '2025-11') return 'gemini-2.5-flash'
  return date < '2026-07' ? 'gemini-3-flash-preview' : 'gemini-3.7-flash'
}

interface Subject {
  readonly place: 'parameters' | 'response'
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

/** Puts a declaration where the error has it, with other tools and functions in front of it. */
function plantDeclaration(declaration: Json, line: string): unknown {
  const match = /tools(?:\[(\d+)\])?\.function_declarations\[(\w+)\]/.exec(line)
  const named = {
    name: /[`']([^`']+)[`'] (?:functionDeclaration|in the request)/.exec(line)?.[1] ?? 'f',
    ...declaration,
  }
  const others = (count: number, prefix: string) => Array.from({ length: count }, (_, i) => ({ name: `${prefix}${i}` }))
  const tool = { functionDeclarations: [...others(Number(match?.[2]) || 0, 'other'), named] }
  // A tool that was sent alone has no index.
  if (match !== null && match[1] === undefined) return tool
  return [...others(Number(match?.[1]) || 0, 'tool').map((other) => ({ functionDeclarations: [other] })), tool]
}

const jsonAnswer = { responseMimeType: 'application/json' }

function schemaRequest(report: Report, input: Json, line: string): Json {
  if (report.kind.startsWith('json-schema-')) {
    return 'parametersJsonSchema' in input
      ? { tools: plantDeclaration(input, line) }
      : { generationConfig: { ...jsonAnswer, responseJsonSchema: input } }
  }
  const subject = subjectOf(input)
  const schema = wholeSchema(subject, line)
  return subject.place === 'response'
    ? { generationConfig: { ...jsonAnswer, responseSchema: schema } }
    : { tools: plantDeclaration({ parameters: schema }, line) }
}

const user = (text: string) => ({ role: 'user', parts: [{ text }] })
const call = (name: string, signature?: string) => ({
  role: 'model',
  parts: [{ functionCall: { name, args: {} }, ...(signature === undefined ? {} : { thoughtSignature: signature }) }],
})

/** Objects and arrays in each other, as "6-level OBJECT>ARRAY>…" has it. */
function nested(levels: number): Json {
  if (levels === 0) return { type: 'string' }
  return levels % 2 === 0
    ? { type: 'object', properties: { a: nested(levels - 1) } }
    : { type: 'array', items: nested(levels - 1) }
}

/** Inputs that describe what they leave out. */
function describedRequest({ kind, input, error }: Report, line: string): Json | undefined {
  switch (kind) {
    case 'function-name':
      return {
        tools: plantDeclaration({ name: String(input.name).includes('64') ? 'a'.repeat(65) : 'in valid' }, line),
      }
    case 'too-many-functions':
      return { tools: [{ functionDeclarations: Array.from({ length: 513 }, (_, i) => ({ name: `f${i}` })) }] }
    case 'nesting-depth':
      if (input.name !== undefined) return { tools: plantDeclaration({ ...input, parameters: nested(6) }, line) }
      return JSON.stringify(input).includes('Json')
        ? { generationConfig: { ...jsonAnswer, responseJsonSchema: nested(6) } }
        : { generationConfig: { ...jsonAnswer, responseSchema: nested(6) } }
    case 'history-fc-order':
      return { contents: [call('f')] }
    case 'thought-signature-corrupted':
      return typeof input.contents === 'string'
        ? { contents: [user('q'), call('f', 'c3RhbGU='), answer('f')] }
        : undefined
    case 'thought-signature-base64': {
      const at = Number(/contents\[(\d+)\]/.exec(line)?.[1])
      const before = Array.from({ length: at }, () => user('q'))
      const value = /failed for "([^".]*)/.exec(error)?.[1] ?? ''
      return { contents: [...before, call('f', value.slice(0, 13))] }
    }
    case 'thinking-level':
      return { generationConfig: { thinkingConfig: { thinkingLevel: 'minimal' } } }
  }
  return undefined
}

const answer = (name: string) => ({
  role: 'user',
  parts: [{ functionResponse: { name, response: { output: 'ok' } } }],
})

const placeholder = /^(?:\.{3}|<.*>)$/

/** The request that the report is about, whole. */
function requestOf(report: Report, line: string): Json {
  const removed = removedOnTheWay[`${report.kind} ${report.date}`]
  const input = JSON.parse(JSON.stringify(report.input), (key, value) => (key === removed ? undefined : value)) as Json
  const described = describedRequest(report, line)
  if (described !== undefined) return { contents: [user('q')], ...described }
  if (input.functionResponse !== undefined) {
    const { name } = input.functionResponse as { name: string }
    return { contents: [user('q'), call(name), { role: 'user', parts: [input] }] }
  }
  const isWhole =
    input.contents !== undefined || report.kind.startsWith('tools-') || report.kind.startsWith('duplicate')
  return { contents: [user('q')], ...(isWhole ? input : schemaRequest(report, input, line)) }
}

/** Bytes that are left out: signatures that are right, unless the report is about wrong ones, and data. */
function fillIn(request: Json, report: Report): Json {
  const scope = { endpoint: endpointOf(report), generation: findModel(modelOf(report))?.generation ?? '3.0' } as const
  const fill = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(fill)
    if (!isObject(part)) return part
    const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, fill(value)]))
    const { functionCall, thoughtSignature, data } = copy as Json & { functionCall?: { name: string; args?: object } }
    if (placeholder.test(String(thoughtSignature)) && functionCall !== undefined) {
      copy.thoughtSignature = report.kind.endsWith('corrupted')
        ? sign({ name: functionCall.name, args: {} }, { ...scope, generation: '3.6' })
        : sign({ name: functionCall.name, args: {} }, scope)
    }
    if (placeholder.test(String(data))) copy.data = 'AAAA'
    return copy
  }
  return fill(request) as Json
}

function check(report: Report, line: string): readonly Rejection[] {
  const endpoint = endpointOf(report)
  const model = findModel(modelOf(report))
  if (model === undefined) throw new Error(`no model ${modelOf(report)}`)
  const request = fillIn(requestOf(report, line), report)
  const body = endpoint === 'cloud-code' ? { model: model.id, project: 'p', request } : request
  const parsed = parseRequest(JSON.stringify(body), 'GenerateContentRequest', { endpoint })
  if (parsed.message === undefined) return parsed.rejections
  // Portkey's claim. Google publishes no limit, so that it is the caller's to set.
  const nestingLimit = report.kind === 'nesting-depth' ? { nestingLimit: 4 } : {}
  return checkRequest(parsed.message, { endpoint, model, ...nestingLimit })
}

/** Reporters' terminals break and join lines: white space is not compared. */
const withoutSpace = (text: string) => text.replace(/\s+/g, '')

/** A quoted line as a pattern: what it leaves out (`<name>`, `...`) may be anything. */
function patternOf(line: string): RegExp {
  const parts = withoutSpace(line).split(/<\w+>|\.{3}|…/)
  return new RegExp(parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.+'))
}

/** What is said, without where: locations, names, values and the wordings of a day are taken out. */
function kindOf(line: string): string {
  return line
    .replace(/^\s*\* /, '')
    .replace(/at '[^']*'/, 'at …')
    .replace(/^\S*?(\w+)(?:\[\w*\])?: /, '$1: ')
    .replace(/(Invalid function name)\..*$/, '$1')
    .replace(/(function call|referenced name) \S+ ?(,|in)/, '$1 …$2')
    .replace(/(position|in the) \d+\./, '$1 …')
    .replace(/^(?:Corrupted|Invalid) thought signature/, 'Corrupted thought signature')
    .replace(/`[^`]*`/g, '…')
    .replace(/'[^']*' was set/, '… was set')
    .replace(/Base64 decoding failed for .*$/, 'Base64 decoding failed')
    .replace(/(\((?:TYPE_\w+|type\.\S+)\)), (?!Base64).*$/, '$1, …')
    .replace(/\.? Learn more: .*$/, '')
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '')
}

const linesOf = (report: Report) => report.error.trim().split('\n')
const saidTo = (report: Report, line: string) => errorMessage(check(report, line))

describe.skipIf(reports.length === 0)('a recorded rejection', () => {
  const concerned = reports.filter((report) => exceptionOf(report) === undefined)
  const literal = concerned.filter(({ reconstructed, error }) => !reconstructed && !error.startsWith('('))
  const similar = concerned.filter(({ reconstructed }) => reconstructed)
  const unquoted = concerned.filter(({ reconstructed, error }) => !reconstructed && error.startsWith('('))
  const excepted = reports.filter((report) => exceptionOf(report) !== undefined)

  test.each(literal)('with its input is repeated word by word: $kind, $date, $source', (report) => {
    for (const line of linesOf(report)) expect(withoutSpace(saidTo(report, line))).toMatch(patternOf(line))
  })

  test.each(similar)('with a reconstructed input is repeated in kind: $kind, $date, $source', (report) => {
    for (const line of linesOf(report)) expect(saidTo(report, line).split('\n').map(kindOf)).toContain(kindOf(line))
  })

  test.each(unquoted)('without a quoted text is a rejection: $kind, $date, $source', (report) => {
    expect(check(report, '')).not.toEqual([])
  })

  test.each(excepted)(
    'that is excepted is refused by the rule that took its place: $kind, $date, $source',
    (report) => {
      const rule = exceptionOf(report)?.rule
      if (rule !== undefined) expect(check(report, '').map((rejection) => rejection.rule)).toEqual([rule])
    },
  )

  test('is replayed or excepted for a reason, and every exception is about a report', () => {
    const list = excepted.map((report) => `${report.kind} ${report.date}: ${exceptionOf(report)?.reason}`)
    console.info(
      `Recorded rejections: ${literal.length} literal, ${similar.length} in kind, ${unquoted.length} without text. Excepted:\n${list.join('\n')}`,
    )
    expect(literal.length + similar.length + unquoted.length + excepted.length).toBe(reports.length)
    for (const { kind, date } of reportExceptions) {
      expect(reports.some((report) => report.kind === kind && date.test(report.date))).toBe(true)
    }
    expect(excepted.length).toBeLessThanOrEqual(11)
  })
})
