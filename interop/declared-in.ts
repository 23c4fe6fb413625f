import type { DialectId, JsonObject } from 'toolfit'

/** A tool as a provider's request has it. */
export interface Declared {
  readonly name: string
  /** Undefined where the request leaves it out, because there are no parameters. */
  readonly schema: JsonObject | undefined
}

type Fields = Readonly<Record<string, unknown>>

/** What a provider finds in the `tools` of a request; written from the providers' documents, not from ours. */
export function declaredIn(tools: unknown, dialect: DialectId): Declared[] {
  switch (dialect) {
    case 'gemini':
    case 'vertex':
      return declarationsIn(tools).map((tool) => toDeclared(tool, 'parameters'))
    case 'gemini-json':
      return declarationsIn(tools).map((tool) => toDeclared(tool, 'parametersJsonSchema'))
    case 'gemini-openai':
    case 'openai':
    case 'openai-strict':
      return listOf(tools).map((tool) => toDeclared(tool['function'] as Fields, 'parameters'))
    case 'anthropic':
      return listOf(tools).map((tool) => toDeclared(tool, 'input_schema'))
    case 'json-schema':
      return listOf(tools).map((tool) => toDeclared(tool, 'parameters'))
  }
}

function declarationsIn(tools: unknown): Fields[] {
  return listOf(tools).flatMap((tool) => listOf(tool['functionDeclarations']))
}

function listOf(value: unknown): Fields[] {
  if (!Array.isArray(value)) throw new TypeError(`Not a list: ${JSON.stringify(value)}`)
  return value
}

function toDeclared(fields: Fields, key: string): Declared {
  return { name: String(fields['name']), schema: fields[key] as JsonObject | undefined }
}

const openaiName = /^[a-zA-Z0-9_-]{1,64}$/
const geminiName = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/
const names: Partial<Record<DialectId, RegExp>> = {
  gemini: geminiName,
  'gemini-json': geminiName,
  'gemini-openai': geminiName,
  vertex: geminiName,
  openai: openaiName,
  'openai-strict': openaiName,
  anthropic: /^[a-zA-Z0-9_-]{1,128}$/,
}

/** Whether the provider takes a tool of that name. JSON Schema has no say in names. */
export function isTakenName(name: string, dialect: DialectId): boolean {
  return names[dialect]?.test(name) ?? true
}
