export type { Endpoint } from './accept/endpoint.ts'
export type { Rejection } from './accept/rejection.ts'
export { createEmulator, type Emulator, type EmulatorOptions } from './app.ts'
export type {
  Candidate,
  Content,
  FunctionCall,
  FunctionResponse,
  GenerateContentRequest,
  GenerateContentResponse,
  Part,
  UsageMetadata,
} from './message.ts'
export type { Generation, Model, ModelFeature } from './model.ts'
export type { RecordedRequest } from './routes/request-log.ts'
export type { FixedReply, Reply, ReplyResult, Script, ScriptedError, ScriptStep } from './script.ts'
export type { Expectation } from './script-expectation.ts'
