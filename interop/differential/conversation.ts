import type { ScriptStep, ScriptVersion } from '../../test/runtime/mock-model.ts'
import type { ToolName } from './conversation-tools.ts'
import type { Features } from './features.ts'

/** A conversation as data: what the model says, and what the run is asked for. */
export interface Conversation extends Features {
  readonly version: ScriptVersion
  readonly steps: readonly ScriptStep[]
  readonly opening: Opening
  /** Undefined is no `tools` at all. */
  readonly tools: readonly ToolName[] | undefined
  readonly activeTools: readonly string[] | undefined
  readonly toolChoice: Choice | undefined
  readonly stop: Stop
  /** What `prepareStep` says of each step. Undefined is no `prepareStep` at all. */
  readonly prepared: readonly (Preparation | undefined)[] | undefined
  readonly settings: Readonly<Record<string, unknown>>
  readonly toolsContext: Readonly<Record<string, unknown>> | undefined
  readonly toolCallConcurrency: number | undefined
  /** What `repairToolCall` does. Undefined is no `repairToolCall` at all. */
  readonly repair: 'mends' | 'gives up' | 'fails' | undefined
  /** How a stream is read; promises are awaited after it. */
  readonly reading:
    | 'fullStream'
    | 'textStream'
    | 'partialOutputStream'
    | 'elementStream'
    | 'toUIMessageStream'
    | 'promises'
}

export type Choice = 'auto' | 'none' | 'required' | { readonly type: 'tool'; readonly toolName: string }

/** When the loop ends: left to the default, after so many steps, or by a list of conditions. */
export type Stop =
  | { readonly type: 'default' }
  | { readonly type: 'count'; readonly count: number }
  | { readonly type: 'any'; readonly count: number; readonly toolName: string; readonly isAsync: boolean }

/** What the run begins with. */
export interface Opening {
  readonly system?: unknown
  readonly instructions?: unknown
  readonly prompt?: unknown
  readonly messages?: unknown
}

/** What `prepareStep` overrides. */
export interface Preparation {
  readonly toolChoice?: Choice
  readonly activeTools?: readonly string[]
  readonly system?: unknown
  readonly instructions?: unknown
  readonly messages?: unknown
  readonly settings?: Readonly<Record<string, unknown>>
  readonly providerOptions?: unknown
  readonly toolsContext?: Readonly<Record<string, unknown>>
  /** Another model, of this version, goes on with the script. */
  readonly model?: ScriptVersion
}
