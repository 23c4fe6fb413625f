import type { FunctionDeclaration, GenerateContentRequest } from '../../api/message.ts'
import type { Model } from '../../api/model.ts'
import { rulesAbout } from '../rule/rule.ts'
import type { ToolSet } from './read-tools.ts'
import type { Turn } from './read-turns.ts'

/** What the rules about requests check: the request, its contents as turns, its tools, and the model that it is for. */
export interface RequestSubject {
  readonly request: GenerateContentRequest
  readonly turns: readonly Turn[]
  readonly tools: ToolSet
  readonly model: Model
}

export const validateRequest = rulesAbout<RequestSubject>('validate')
export const refuseRequest = rulesAbout<RequestSubject>('backend')

/** What Google says where it gives no reason. Also the text of rules whose own text is not recorded. */
export const bareRefusal = 'Request contains an invalid argument.'

export const aboutRequests = 'Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini'

/** A model as sentences about what it cannot do name it. */
export function modelSaid(model: Model): string {
  return model.supports.has('media') ? 'this model' : `models/${model.id}`
}

/** Every function declaration with its position in the request. */
export function* declarationsOf({ tools = [] }: GenerateContentRequest): Generator<{
  readonly declaration: FunctionDeclaration
  readonly path: string
}> {
  for (const [tool, { functionDeclarations = [] }] of tools.entries()) {
    for (const [index, declaration] of functionDeclarations.entries()) {
      yield { declaration, path: `tools[${tool}].function_declarations[${index}]` }
    }
  }
}
