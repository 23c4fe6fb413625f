import { checkRequest } from '../../src/emulator/accept/check-request.ts'
import { parseRequest } from '../../src/emulator/accept/parse-request.ts'
import type { Rule } from '../../src/emulator/accept/rule/rule.ts'
import type { Endpoint } from '../../src/emulator/api/endpoint.ts'
import { modelNamed, testRules } from './request-cases.ts'

/** A schema that is refused, the text of the refusal, and a schema like it that is accepted. */
export interface SchemaCase {
  readonly endpoint?: Endpoint
  /** Default gemini-2.5-flash, which has the rules of all generations. */
  readonly model?: string
  /** Default: as `parameters` of the function `F`, in the property `x` of an object. */
  readonly place?: 'property' | 'parameters' | 'response' | 'parametersJsonSchema' | 'responseJsonSchema'
  readonly schema: object
  readonly said: string
  readonly accepted: object
  readonly nestingLimit?: number
}

export const string = { type: 'STRING' }
export const object = (properties: object) => ({ type: 'OBJECT', properties })

function requestOf(schema: object, place: SchemaCase['place'] = 'property'): object {
  const answer = { responseMimeType: 'application/json' }
  const contents = [{ role: 'user', parts: [{ text: 'q' }] }]
  const declaring = (declaration: object) => ({
    contents,
    tools: [{ functionDeclarations: [{ name: 'F', ...declaration }] }],
  })
  switch (place) {
    case 'property':
      return declaring({ parameters: object({ x: schema }) })
    case 'parameters':
      return declaring({ parameters: schema })
    case 'parametersJsonSchema':
      return declaring({ parametersJsonSchema: schema })
    case 'response':
      return { contents, generationConfig: { ...answer, responseSchema: schema } }
    case 'responseJsonSchema':
      return { contents, generationConfig: { ...answer, responseJsonSchema: schema } }
  }
}

export function testSchemaRules<Id extends string>(
  rules: readonly Pick<Rule<never, Id>, 'id' | 'says' | 'evidence'>[],
  cases: Readonly<Record<NoInfer<Id>, readonly SchemaCase[]>>,
): void {
  testRules(rules, cases, (one, variant, strict) => {
    const { endpoint = 'ai-studio', model = 'gemini-2.5-flash', place, nestingLimit } = one
    const request = requestOf(variant === 'refused' ? one.schema : one.accepted, place)
    const body = endpoint === 'cloud-code' ? { model, project: 'p', request } : request
    const parsed = parseRequest(JSON.stringify(body), 'GenerateContentRequest', { endpoint, strict })
    if (parsed.message === undefined) return parsed.rejections
    const limit = nestingLimit === undefined ? {} : { nestingLimit }
    return checkRequest(parsed.message, { endpoint, model: modelNamed(model), strict, ...limit })
  })
}
