export type { ToolfitErrorCode, ToolfitErrorEvidence } from '../../core/errors.ts'
export { ToolfitError } from '../../core/errors.ts'
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
export type { DecodedRequest } from '../../wire/openai-chat/decode-request.ts'
export { decodeRequest } from '../../wire/openai-chat/decode-request.ts'
export type { DecodeOptions } from '../../wire/openai-chat/decode-response.ts'
export { decodeResponse } from '../../wire/openai-chat/decode-response.ts'
export type { EncodeRequestOptions } from '../../wire/openai-chat/encode-request.ts'
export { encodeRequest } from '../../wire/openai-chat/encode-request.ts'
export type { EncodeResponseOptions } from '../../wire/openai-chat/encode-response.ts'
export { encodeResponse } from '../../wire/openai-chat/encode-response.ts'
export { decodeError, encodeError } from '../../wire/openai-chat/error.ts'
export type { ChatQuirks } from '../../wire/openai-chat/quirks.ts'
export { openaiQuirks } from '../../wire/openai-chat/quirks.ts'
export { createStreamDecoder } from '../../wire/openai-chat/stream-decoder.ts'
export type { StreamEncoder, StreamEncoderOptions } from '../../wire/openai-chat/stream-encoder.ts'
export { createStreamEncoder } from '../../wire/openai-chat/stream-encoder.ts'
export type { WireError } from '../../wire/wire-error.ts'
export type { LanguageModel, LanguageModelV2 } from '../versions/language-model.ts'
export type { OpenaiSettings } from './openai.ts'
export { openai } from './openai.ts'
export type { Preset, PresetId } from './presets.ts'
export { presets } from './presets.ts'
