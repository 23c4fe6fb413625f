/** What a conversation asks for beside tools and settings. Each may be absent. */
export interface Features {
  readonly output: OutputPlan | undefined
  readonly telemetry: TelemetryPlan | undefined
  readonly timing: TimingPlan | undefined
  readonly downloads: DownloadPlan | undefined
  readonly approval: ApprovalPlan | undefined
  readonly transforms: readonly TransformPlan[] | undefined
  readonly agent: AgentPlan | undefined
}

export interface OutputPlan {
  readonly type: 'text' | 'object' | 'array' | 'choice' | 'json'
  /** With a name and a description for the provider. */
  readonly isNamed: boolean
  /** What the last step says in place of its text, piece by piece. Undefined leaves it as it is. */
  readonly answer: readonly string[] | undefined
}

export interface TelemetryPlan {
  readonly settings: Readonly<Record<string, unknown>>
  /** An integration that hears of all events, the one of `@ai-sdk/otel` that makes spans of them, or both. */
  readonly integrations: 'events' | 'spans' | 'both'
}

/** Time limits, and how long the model takes: ticks of the virtual clock. */
export interface TimingPlan {
  readonly timeout: number | Readonly<Record<string, unknown>> | undefined
  /** Before an answer, and before each part of a stream. */
  readonly pace: number
}

export interface DownloadPlan {
  /** What the model fetches itself. */
  readonly supportedUrls: 'none' | 'images' | 'all'
  /** What the caller's `experimental_download` does. */
  readonly answer: 'bytes' | 'null' | 'fails' | 'untyped'
}

/** What `toolApproval` is: a function, or an object with a status or a function for each tool. */
export interface ApprovalPlan {
  readonly form: 'function' | 'functions' | 'statuses'
  readonly statuses: Readonly<Record<string, unknown>>
  readonly secret: boolean
}

export type TransformPlan =
  | { readonly type: 'smooth'; readonly chunking: 'word' | 'line' | 'letters'; readonly delayInMs: number | null }
  | { readonly type: 'shout' }
  | { readonly type: 'no reasoning' }
  | { readonly type: 'other results' }

export interface AgentPlan {
  /** What `prepareCall` does: nothing at all, or what it returns. */
  readonly prepareCall: 'as it is' | 'settings' | undefined
  readonly hasCallOptions: boolean
  /** Whether settings or call have the callbacks: both are called. */
  readonly listeners: 'settings' | 'call' | 'both'
}
