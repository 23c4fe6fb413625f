export type { Rejection } from './accept/rules.ts'
export type { Endpoint } from './api/endpoint.ts'
export type {
  Candidate,
  Content,
  FunctionCall,
  FunctionResponse,
  GenerateContentRequest,
  GenerateContentResponse,
  Part,
  ScriptPart,
  UsageMetadata,
} from './api/message.ts'
export type { Generation, Model, ModelFeature } from './api/model.ts'
export { createEmulator, type Emulator, type EmulatorOptions } from './app.ts'
export type { RecordedBody, RecordedRequest } from './routes/request-log.ts'
export type {
  Expectation,
  FixedReply,
  Reply,
  ReplyResult,
  Script,
  ScriptEntry,
  ScriptedError,
  ScriptStep,
} from './script/script.ts'
