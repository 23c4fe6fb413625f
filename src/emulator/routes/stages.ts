import { checkRequest } from '../accept/check-request.ts'
import { parseRequest } from '../accept/parse-request.ts'
import type { Rejection } from '../accept/rules.ts'
import { answer } from '../answer/answer.ts'
import { answerInChunks } from '../answer/answer-in-chunks.ts'
import type { Endpoint } from '../api/endpoint.ts'
import type { GenerateContentRequest, GenerateContentResponse } from '../api/message.ts'
import type { Model } from '../api/model.ts'
import { findModel, models } from '../api/model-catalogue.ts'
import { countTokens } from '../tokens/count-tokens.ts'

/** The parts of a Gemini that a route puts together. Tests of the routes put others in their place. */
export interface Stages {
  parseRequest(
    text: string,
    type: 'GenerateContentRequest' | 'CountTokensRequest',
    context: { readonly endpoint: Endpoint; readonly strict?: boolean },
  ):
    | { readonly message: object; readonly rejections?: undefined }
    | { readonly rejections: readonly Rejection[]; readonly message?: undefined }
  checkRequest(
    request: GenerateContentRequest,
    context: {
      readonly endpoint: Endpoint
      readonly model: Model
      readonly strict?: boolean
      readonly nestingLimit?: number
    },
  ): readonly Rejection[]
  answer(request: GenerateContentRequest, context: AnswerContext): GenerateContentResponse
  answerInChunks(request: GenerateContentRequest, context: AnswerContext): readonly GenerateContentResponse[]
  countTokens(request: GenerateContentRequest): object
  findModel(id: string): Model | undefined
  readonly models: readonly Model[]
}

export interface AnswerContext {
  readonly endpoint: Endpoint
  readonly model: Model
  readonly createTime?: string
}

export const realStages: Stages = {
  parseRequest,
  checkRequest,
  answer,
  answerInChunks,
  countTokens,
  findModel,
  models,
}
