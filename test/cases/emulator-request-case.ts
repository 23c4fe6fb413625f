import { describe, expect, test } from 'vitest'
import { checkRequest, requestRules } from '../../src/emulator/accept/check-request.ts'
import type { RequestRuleId } from '../../src/emulator/accept/request/request-rule-id.ts'
import { errorMessage } from '../../src/emulator/accept/rule/rejection.ts'
import type { Endpoint } from '../../src/emulator/api/endpoint.ts'
import type { Content, FunctionDeclaration, GenerateContentRequest, Part } from '../../src/emulator/api/message.ts'
import { findModel } from '../../src/emulator/api/model-catalogue.ts'
import { sign } from '../../src/emulator/api/signature.ts'

/** A request that is refused, what is said to it, and a request as much like it as can be that is taken. */
export interface RequestCase {
  /** Default AI Studio. */
  readonly endpoint?: Endpoint
  /** Default gemini-3-flash-preview. */
  readonly model?: string
  /** `contents` may be left out where they do not matter. */
  readonly request: GenerateContentRequest
  /** The whole `error.message`. */
  readonly said: string
  readonly twin: GenerateContentRequest
}

export const user = (...parts: readonly (string | Part)[]): Content => ({
  role: 'user',
  parts: parts.map((part) => (typeof part === 'string' ? { text: part } : part)),
})

export const model = (...parts: readonly (string | Part)[]): Content => ({ ...user(...parts), role: 'model' })

export const call = (name: string, thoughtSignature?: string): Part => ({
  functionCall: { name, args: {} },
  ...(thoughtSignature === undefined ? {} : { thoughtSignature }),
})

/** A call with the signature that AI Studio gives it. */
export const signed = (name: string, modelId = 'gemini-3-flash-preview', endpoint: Endpoint = 'ai-studio'): Part =>
  call(name, sign({ name, args: {} }, { endpoint, generation: modelNamed(modelId).generation }))

export const response = (name: string, value = {}): Part => ({ functionResponse: { name, response: value } })

export const functions = (...declarations: readonly (string | FunctionDeclaration)[]): GenerateContentRequest => ({
  tools: [{ functionDeclarations: declarations.map((one) => (typeof one === 'string' ? { name: one } : one)) }],
})

export function modelNamed(id: string) {
  const found = findModel(id)
  if (found === undefined) throw new Error(`no model ${id}`)
  return found
}

function judge(request: GenerateContentRequest, at: Omit<RequestCase, 'request' | 'said' | 'twin'>, strict = true) {
  const whole = { contents: [user('q')], ...request }
  const { endpoint = 'ai-studio', model: id = 'gemini-3-flash-preview' } = at
  return checkRequest(whole, { endpoint, model: modelNamed(id), strict })
}

/** A test for every case of every rule: refused with its text, its twin taken, and what is in doubt taken leniently. */
export function testCases<Id extends RequestRuleId>(cases: Readonly<Record<Id, readonly RequestCase[]>>): void {
  for (const id of Object.keys(cases) as Id[]) {
    const rule = requestRules.find((one) => one.id === id)
    if (rule === undefined) throw new Error(`no rule ${id}`)
    describe(`${id}: ${rule.says} (${rule.source})`, () => {
      for (const [index, one] of cases[id].entries()) {
        const { endpoint = 'ai-studio', request, said, twin } = one
        test(`${index + 1} is refused with its text on ${endpoint}`, () => {
          const rejections = judge(request, one)
          expect(errorMessage(rejections)).toBe(said)
          expect(rejections.map((rejection) => rejection.rule)).toContain(id)
        })
        test(`${index + 1} has a twin that is taken`, () => {
          expect(judge(twin, one)).toEqual([])
        })
        test(`${index + 1} is ${rule.evidence[endpoint] === 'known' ? 'refused' : 'taken'} by a lenient judge`, () => {
          const rules = judge(request, one, false).map((rejection) => rejection.rule)
          expect(rules.includes(id)).toBe(rule.evidence[endpoint] === 'known')
        })
      }
    })
  }
}
