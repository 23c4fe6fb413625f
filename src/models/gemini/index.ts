export { ToolfitError, type ToolfitErrorCode, type ToolfitErrorEvidence } from '../../core/errors.ts'
export { type DecodedRequest, decodeRequest } from '../../wire/gemini/decode-request.ts'
export { decodeResponse } from '../../wire/gemini/decode-response.ts'
export { encodeRequest, type GeminiRequest } from '../../wire/gemini/encode-request.ts'
export { encodeResponse } from '../../wire/gemini/encode-response.ts'
export { decodeError } from '../../wire/gemini/error.ts'
export type { GeminiTraits, ThinkingTraits } from '../../wire/gemini/gemini-traits.ts'
export type { GeminiOrigin } from '../../wire/gemini/origin.ts'
export { createStreamDecoder, type DecodeContext } from '../../wire/gemini/stream-decoder.ts'
export type { EncodedRequest } from '../../wire/model-request.ts'
export type { ApiCallError } from '../http/api-call-error.ts'
export type {
  LanguageModel,
  LanguageModelV2,
  ModelCallOptions,
  ModelResult,
  ModelStreamPart,
  ModelStreamResult,
} from '../versions/language-model.ts'
export { type GeminiSettings, gemini } from './gemini.ts'
export type { GeminiProfile } from './gemini-endpoint.ts'
export { traitsOf } from './model-traits.ts'
