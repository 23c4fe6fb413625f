export type { Emulator, EmulatorOptions, RecordedRequest, Reply, Script, ScriptStep } from '../emulator/index.ts'
export type { EmulatedGemini, EmulatedGeminiOptions, ScriptEntry } from './emulated-gemini.ts'
export { emulatedGemini } from './emulated-gemini.ts'
