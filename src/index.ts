export type { ToolfitErrorCode, ToolfitErrorEvidence } from './core/errors.ts'
export { ToolfitError } from './core/errors.ts'
export type { Json, JsonObject } from './core/json.ts'
export type { Change, Effect } from './schema/change.ts'
export type { ChangeCode } from './schema/change-code.ts'
export type { CompiledSchema, Received } from './schema/compiled-schema.ts'
export type { DialectId } from './schema/dialects/index.ts'
export type { Issue, ParseResult } from './schema/issue.ts'
export type { CompiledResponse, CompileResponseOptions } from './tools/compile-response.ts'
export { compileResponse, compileResponseAsync } from './tools/compile-response.ts'
export { compileTools, compileToolsAsync } from './tools/compile-tools.ts'
export type {
  CompiledTool,
  CompiledTools,
  CompileToolsOptions,
  ReceivedCall,
  ToolCall,
  ToolChange,
  ToolFailure,
  ToolSetInput,
  WireCall,
} from './tools/compiled-tools.ts'
