import type { MessageJsonObject } from '../../core/message.ts'
import type { RunnableWarning } from '../../models/versions/any-model.ts'
import type { ToolSet } from '../../tools/tool.ts'
import type { ProviderMetadata } from '../../wire/model-reply.ts'
import type { GeneratedFile, RequestMetadata, RunFinishReason, Source, StepResponse } from './content.ts'
import type { StepPerformance } from './performance.ts'
import type {
  ToolApprovalRequestOutput,
  ToolApprovalResponseOutput,
  ToolOutputDenied,
  TypedToolCall,
  TypedToolError,
  TypedToolResult,
} from './tool-parts.ts'
import type { LanguageModelUsage } from './usage.ts'

/** A part of `fullStream`, in the order and the shapes of `ai` 7. */
export type TextStreamPart<TOOLS extends ToolSet = ToolSet> =
  | { type: 'start' }
  | { type: 'start-step'; request: RequestMetadata; warnings: RunnableWarning[] }
  | { type: 'text-start' | 'text-end'; id: string; providerMetadata?: ProviderMetadata }
  | { type: 'text-delta'; id: string; text: string; providerMetadata?: ProviderMetadata }
  | { type: 'reasoning-start' | 'reasoning-end'; id: string; providerMetadata?: ProviderMetadata }
  | { type: 'reasoning-delta'; id: string; text: string; providerMetadata?: ProviderMetadata }
  | ToolInputStart
  | { type: 'tool-input-delta'; id: string; delta: string; providerMetadata?: ProviderMetadata }
  | { type: 'tool-input-end'; id: string; providerMetadata?: ProviderMetadata }
  | Source
  | { type: 'file'; file: GeneratedFile; providerMetadata?: ProviderMetadata }
  | { type: 'reasoning-file'; file: GeneratedFile; providerMetadata?: ProviderMetadata }
  | { type: 'custom'; kind: `${string}.${string}`; providerMetadata?: ProviderMetadata }
  | TypedToolCall<TOOLS>
  | TypedToolResult<TOOLS>
  | TypedToolError<TOOLS>
  | ToolApprovalRequestOutput<TOOLS>
  | ToolApprovalResponseOutput<TOOLS>
  | ToolOutputDenied
  | {
      type: 'finish-step'
      response: StepResponse
      usage: LanguageModelUsage
      finishReason: RunFinishReason
      rawFinishReason: string | undefined
      performance: StepPerformance
      providerMetadata: ProviderMetadata | undefined
    }
  | {
      type: 'finish'
      finishReason: RunFinishReason
      rawFinishReason: string | undefined
      totalUsage: LanguageModelUsage
    }
  | { type: 'abort'; reason?: string }
  | { type: 'error'; error: unknown }
  | { type: 'raw'; rawValue: unknown }
  /** A sign of life of the provider. */
  | { type: 'ping' }

/** A call whose input begins to arrive. */
export interface ToolInputStart {
  type: 'tool-input-start'
  id: string
  toolName: string
  providerExecuted?: boolean
  dynamic?: boolean
  title?: string
  toolMetadata?: MessageJsonObject
  providerMetadata?: ProviderMetadata
}
