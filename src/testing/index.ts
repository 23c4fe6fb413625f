export type {
  Emulator,
  EmulatorOptions,
  RecordedRequest,
  Reply,
  Script,
  ScriptEntry,
  ScriptStep,
} from '../emulator/index.ts'
export { simulateReadableStream } from '../runtime/streams/simulate-readable-stream.ts'
export type { EmulatedGemini, EmulatedGeminiOptions } from './emulated-gemini.ts'
export { emulatedGemini } from './emulated-gemini.ts'
export type { MockLanguageModelOptions } from './mock-language-model.ts'
export {
  convertArrayToAsyncIterable,
  convertArrayToReadableStream,
  convertReadableStreamToArray,
  MockLanguageModelV2,
  MockLanguageModelV3,
  MockLanguageModelV4,
  mockId,
  mockValues,
} from './mock-language-model.ts'
