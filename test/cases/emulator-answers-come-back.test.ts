import { describe, expect, test } from 'vitest'
import { checkRequest } from '../../src/emulator/accept/check-request.ts'
import { answer } from '../../src/emulator/answer/answer.ts'
import { answerInChunks } from '../../src/emulator/answer/answer-in-chunks.ts'
import { endpoints } from '../../src/emulator/api/endpoint.ts'
import type {
  Content,
  FunctionDeclaration,
  GenerateContentRequest,
  GenerateContentResponse,
  Part,
} from '../../src/emulator/api/message.ts'
import { models } from '../../src/emulator/api/model.ts'
import { user } from '../emulator/request-cases.ts'

const functionDeclarations: readonly FunctionDeclaration[] = ['get_weather', 'get_time'].map((name) => ({
  name,
  description: `Gives the ${name.slice(4)} of a city`,
  parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] },
}))

/** The parts of an answer, as a client puts them into its history: those of all chunks, one after the other. */
function partsOf(responses: readonly GenerateContentResponse[]): Part[] {
  return responses.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
}

function responsesTo(parts: readonly Part[]): Part[] {
  return parts.flatMap(({ functionCall }) => {
    if (functionCall === undefined) return []
    const { args: _, ...called } = functionCall
    return [{ functionResponse: { ...called, response: { output: 'ok' } } }]
  })
}

/** Two questions, and as many steps as the model takes to answer each. Every request is checked. */
function converse(
  tools: GenerateContentRequest['tools'],
  check: (request: GenerateContentRequest) => void,
  ask: (request: GenerateContentRequest) => readonly Part[],
): number {
  const contents: Content[] = []
  let calls = 0
  for (const question of ['get_weather and get_time of Rome', 'get_time of Oslo']) {
    contents.push(user(question))
    for (let step = 0; step < 5; step++) {
      const request = { contents, ...(tools === undefined ? {} : { tools }) }
      check(request)
      const parts = ask(request)
      contents.push({ role: 'model', parts })
      const responses = responsesTo(parts)
      if (responses.length === 0) break
      calls += responses.length
      contents.push(user(...responses))
    }
  }
  return calls
}

describe.each(endpoints)('on %s, what the emulator answers is taken back', (endpoint) => {
  test.each(models)('by $id', (model) => {
    const tools = model.supports.has('functions') ? [{ functionDeclarations }] : undefined
    const check = (request: GenerateContentRequest) => {
      expect(checkRequest(request, { endpoint, model })).toEqual([])
    }
    const atOnce = converse(tools, check, (request) => partsOf([answer(request, { endpoint, model })]))
    const inChunks = converse(tools, check, (request) => partsOf(answerInChunks(request, { endpoint, model })))
    expect(atOnce > 0).toBe(tools !== undefined)
    expect(inChunks).toBe(atOnce)
  })
})
