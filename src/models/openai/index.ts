export { ToolfitError, type ToolfitErrorCode, type ToolfitErrorEvidence } from '../../core/errors.ts'
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
  ResponseFormat,
  ToolChoice,
} from '../../wire/model-request.ts'
export { type DecodedRequest, decodeRequest } from '../../wire/openai-chat/decode-request.ts'
export { type DecodeOptions, decodeResponse } from '../../wire/openai-chat/decode-response.ts'
export { type EncodeRequestOptions, encodeRequest } from '../../wire/openai-chat/encode-request.ts'
export { type EncodeResponseOptions, encodeResponse } from '../../wire/openai-chat/encode-response.ts'
export { decodeError, encodeError } from '../../wire/openai-chat/error.ts'
export { type ChatQuirks, openaiQuirks } from '../../wire/openai-chat/quirks.ts'
export { createStreamDecoder } from '../../wire/openai-chat/stream-decoder.ts'
export {
  createStreamEncoder,
  type StreamEncoder,
  type StreamEncoderOptions,
} from '../../wire/openai-chat/stream-encoder.ts'
export type { WireError } from '../../wire/wire-error.ts'
export type { LanguageModel, LanguageModelV2 } from '../versions/language-model.ts'
export { type OpenaiSettings, openai } from './openai.ts'
export { type Preset, type PresetId, presets } from './presets.ts'
