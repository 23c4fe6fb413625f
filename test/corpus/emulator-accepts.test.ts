import { describe, expect, test } from 'vitest'
import { checkRequest } from '../../src/emulator/accept/check-request.ts'
import { parseRequest } from '../../src/emulator/accept/parse-request.ts'
import type { Endpoint } from '../../src/emulator/api/endpoint.ts'
import { findModel } from '../../src/emulator/api/model.ts'
import { compileResponse, compileTools, ToolfitError } from '../../src/index.ts'
import { type CorpusRecord, corpora, hasCorpora, readCorpus, skipped } from './corpora.ts'

if (!hasCorpora) console.info(skipped)

/** The endpoints that a dialect is written for. */
const dialects = [
  { to: 'gemini', endpoints: ['ai-studio', 'vertex', 'cloud-code'] },
  { to: 'gemini-json', endpoints: ['ai-studio', 'vertex'] },
  { to: 'gemini-auto', endpoints: ['ai-studio', 'vertex'] },
  { to: 'vertex', endpoints: ['vertex', 'cloud-code'] },
] as const satisfies readonly { readonly to: string; readonly endpoints: readonly Endpoint[] }[]

type Dialect = (typeof dialects)[number]['to']

/** One of each age. */
const models = ['gemini-2.5-flash', 'gemini-3-flash-preview', 'gemini-3.6-flash'].map((id) => findModel(id)!)

/** Together they must stay below what a model reads. */
const toolsInRequest = 20
const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }]

describe.skipIf(!hasCorpora).each(dialects)(
  'the emulator takes whole requests of $to, compiled from real schemas, on $endpoints',
  ({ to, endpoints }) => {
    test.each(corpora)('%s: as tools', (name) => {
      const records = readCorpus(name)
      const refused: string[] = []
      for (let at = 0; at < records.length; at += toolsInRequest) {
        const body = toolsOf(records.slice(at, at + toolsInRequest), to)
        refused.push(...refusalsOf(body, endpoints).map((refusal) => `${name} from ${at}: ${refusal}`))
      }
      expect(refused).toEqual([])
    })

    // A request has one response schema. Every fifth record, because each takes a compilation of its own.
    test.each(corpora)('%s: as response schemas', (name) => {
      const refused = readCorpus(name)
        .filter((_, index) => index % 5 === 0)
        .flatMap(({ id, schema }) =>
          refusalsOf(responseOf(schema, to), endpoints).map((refusal) => `${id}: ${refusal}`),
        )
      expect(refused).toEqual([])
    })
  },
)

/** A tool that no value satisfies is left out: the compiler has refused it by itself. */
function toolsOf(records: readonly CorpusRecord[], to: Dialect): object {
  const given = records.map(({ schema }, index) => ({
    name: `tool_${index}`,
    description: 'Does it.',
    parameters: schema,
  }))
  const { tools } = compileTools(given as Parameters<typeof compileTools>[0], { to, onError: 'skip' })
  return { contents, tools }
}

function responseOf(schema: unknown, to: Dialect): object {
  try {
    return { contents, generationConfig: compileResponse(schema as object, { to }).config }
  } catch (error) {
    if (error instanceof ToolfitError && error.code === 'schema-impossible') return { contents }
    throw error
  }
}

function refusalsOf(body: object, endpoints: readonly Endpoint[]): string[] {
  return endpoints.flatMap((endpoint) => {
    const text = JSON.stringify(endpoint === 'cloud-code' ? { model: models[0]!.id, request: body } : body)
    const { message, rejections } = parseRequest(text, 'GenerateContentRequest', { endpoint })
    const found = rejections ?? models.flatMap((model) => checkRequest(message, { endpoint, model }))
    return found.map((rejection) => `${endpoint}: ${rejection.message}`)
  })
}
