import { describe, expect, test } from 'vitest'
import { checkRequest } from '../../src/emulator/accept/check-request.ts'
import { errorMessage, type Rejection, type Rule } from '../../src/emulator/accept/rule/rule.ts'
import type { Endpoint } from '../../src/emulator/api/endpoint.ts'
import type { Content, FunctionDeclaration, GenerateContentRequest, Part } from '../../src/emulator/api/message.ts'
import { findModel } from '../../src/emulator/api/model.ts'
import { sign } from '../../src/emulator/api/signature.ts'

/** A request that is refused, the text of the refusal, and a request like it that is accepted. */
export interface RequestCase {
  /** Default AI Studio. */
  readonly endpoint?: Endpoint
  /** Default gemini-3-flash-preview. */
  readonly model?: string
  /** `contents` may be left out where they do not matter. */
  readonly request: GenerateContentRequest
  /** The whole `error.message`. */
  readonly said: string
  /** Accepted, and otherwise like `request`. */
  readonly accepted: GenerateContentRequest
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

/** How a case is checked, by the rules that are in doubt too, or without them. */
type Check<Case> = (one: Case, variant: 'refused' | 'accepted', strict: boolean) => readonly Rejection[]

/**
 * Tests every rule of a list: each case is refused with its text, the accepted one passes, and lenient checks refuse it only
 * where the rule is known on that endpoint.
 */
export function testRules<Id extends string, Case extends { readonly endpoint?: Endpoint; readonly said: string }>(
  rules: readonly Pick<Rule<never, Id>, 'id' | 'says' | 'evidence'>[],
  cases: Readonly<Record<NoInfer<Id>, readonly Case[]>>,
  check: Check<Case>,
): void {
  describe.each(rules)('$id: $says', ({ id, evidence }) => {
    test.each(cases[id].map((one) => ({ endpoint: 'ai-studio' as const, ...one })))('$endpoint: $said', (one) => {
      expect(errorMessage(check(one, 'refused', true))).toBe(one.said)
      expect(check(one, 'refused', true).map(({ rule }) => rule)).toContain(id)
      expect(check(one, 'accepted', true)).toEqual([])
      const lenient = check(one, 'refused', false).map(({ rule }) => rule)
      expect(lenient.includes(id)).toBe(evidence[one.endpoint] === 'known')
    })
  })
}

export function testRequestRules<Id extends string>(
  rules: readonly Pick<Rule<never, Id>, 'id' | 'says' | 'evidence'>[],
  cases: Readonly<Record<NoInfer<Id>, readonly RequestCase[]>>,
): void {
  testRules(rules, cases, (one, variant, strict) => {
    const { endpoint = 'ai-studio', model: id = 'gemini-3-flash-preview' } = one
    const request = variant === 'refused' ? one.request : one.accepted
    return checkRequest({ contents: [user('q')], ...request }, { endpoint, model: modelNamed(id), strict })
  })
}
