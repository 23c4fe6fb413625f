export { ToolfitError, type ToolfitErrorCode, type ToolfitErrorEvidence } from '../../core/errors.ts'
export { type DecodedRequest, type DecodedTool, decodeRequest } from '../../wire/anthropic/decode-request.ts'
export { type DecodeOptions, decodeResponse } from '../../wire/anthropic/decode-response.ts'
export { type EncodeRequestOptions, encodeRequest } from '../../wire/anthropic/encode-request.ts'
export { decodeError } from '../../wire/anthropic/error.ts'
export { createStreamDecoder } from '../../wire/anthropic/stream-decoder.ts'
export type {
  DecodedReply,
  FinishReason,
  ModelReply,
  ReplyContent,
  ReplyEvent,
  StreamDecoder,
  Usage,
} from '../../wire/model-reply.ts'
export type {
  EncodedRequest,
  FunctionTool,
  ModelRequest,
  RequestWarning,
  ToolChoice,
} from '../../wire/model-request.ts'
export type { WireError } from '../../wire/wire-error.ts'
export type { LanguageModel, LanguageModelV2 } from '../versions/language-model.ts'
export { type AnthropicSettings, anthropic } from './anthropic.ts'
