import type { Json, JsonObject } from '../../core/json.ts'

/**
 * The messages of the Gemini API in the canonical form of the transcoder: lowerCamelCase names, lists as lists, int64 and doubles as
 * numbers, enums by their names, bytes as they were sent, no nulls and no unknown fields.
 */
export interface GenerateContentRequest {
  readonly model?: string
  readonly contents?: readonly Content[]
  readonly systemInstruction?: Content
  readonly tools?: readonly Tool[]
  readonly toolConfig?: ToolConfig
  readonly generationConfig?: GenerationConfig
  readonly safetySettings?: readonly JsonObject[]
  readonly cachedContent?: string
  readonly labels?: JsonObject
}

export interface Content {
  readonly role?: string
  readonly parts?: readonly Part[]
}

/** At most one of the data fields; `thought` and `thoughtSignature` may be beside it. */
export interface Part {
  readonly text?: string
  readonly inlineData?: Blob
  readonly fileData?: FileData
  readonly functionCall?: FunctionCall
  readonly functionResponse?: FunctionResponse
  readonly executableCode?: JsonObject
  readonly codeExecutionResult?: JsonObject
  readonly toolCall?: JsonObject
  readonly toolResponse?: JsonObject
  readonly thought?: boolean
  readonly thoughtSignature?: string
}

/** A part that a script says. The arguments of a call may be any record: they are sent as JSON. */
export type ScriptPart = Omit<Part, 'functionCall'> & {
  readonly functionCall?: Omit<FunctionCall, 'args'> & { readonly args?: object }
}

export interface Blob {
  readonly mimeType?: string
  readonly data?: string
  readonly displayName?: string
}

export interface FileData {
  readonly mimeType?: string
  readonly fileUri?: string
  readonly displayName?: string
}

export interface FunctionCall {
  readonly id?: string
  readonly name?: string
  readonly args?: JsonObject
  /** Of `streamFunctionCallArguments`, in answers: pieces of the arguments. */
  readonly partialArgs?: readonly PartialArgument[]
  readonly willContinue?: boolean
}

/** A piece of one argument: its path and value. A string may come in several pieces. */
export interface PartialArgument {
  readonly jsonPath: string
  readonly stringValue?: string
  readonly numberValue?: number
  readonly boolValue?: boolean
  readonly nullValue?: 'NULL_VALUE'
  readonly willContinue?: boolean
}

export interface FunctionResponse {
  readonly id?: string
  readonly name?: string
  readonly response?: JsonObject
  readonly parts?: readonly { readonly inlineData?: Blob; readonly fileData?: FileData }[]
}

/** `functionDeclarations`, and the built-in tools by their names. */
export interface Tool {
  readonly functionDeclarations?: readonly FunctionDeclaration[]
  readonly [builtIn: string]: unknown
}

export interface FunctionDeclaration {
  readonly name?: string
  readonly description?: string
  readonly parameters?: Schema
  readonly parametersJsonSchema?: Json
  readonly response?: Schema
  readonly responseJsonSchema?: Json
}

/** The Schema message, with the fields of all endpoints. */
export interface Schema {
  readonly type?: SchemaType
  readonly format?: string
  readonly title?: string
  readonly description?: string
  readonly nullable?: boolean
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  /** In the order of the request. */
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly example?: Json
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly propertyOrdering?: readonly string[]
  readonly default?: Json
  readonly additionalProperties?: Json
  readonly ref?: string
  readonly defs?: Readonly<Record<string, Schema>>
}

export type SchemaType = 'TYPE_UNSPECIFIED' | 'STRING' | 'NUMBER' | 'INTEGER' | 'BOOLEAN' | 'ARRAY' | 'OBJECT' | 'NULL'

export interface ToolConfig {
  readonly functionCallingConfig?: {
    readonly mode?: 'MODE_UNSPECIFIED' | 'AUTO' | 'ANY' | 'NONE' | 'VALIDATED'
    readonly allowedFunctionNames?: readonly string[]
    readonly streamFunctionCallArguments?: boolean
  }
  readonly includeServerSideToolInvocations?: boolean
}

export interface GenerationConfig {
  readonly candidateCount?: number
  readonly stopSequences?: readonly string[]
  readonly maxOutputTokens?: number
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly seed?: number
  readonly presencePenalty?: number
  readonly frequencyPenalty?: number
  readonly responseMimeType?: string
  readonly responseSchema?: Schema
  readonly responseJsonSchema?: Json
  /** Vertex only: says the same as the three above. */
  readonly responseFormat?: readonly JsonObject[]
  readonly thinkingConfig?: {
    readonly includeThoughts?: boolean
    readonly thinkingBudget?: number
    readonly thinkingLevel?: string
  }
}

export interface GenerateContentResponse {
  readonly candidates?: readonly Candidate[]
  readonly promptFeedback?: JsonObject
  readonly usageMetadata?: UsageMetadata
  readonly modelVersion?: string
  readonly responseId?: string
  readonly createTime?: string
}

export interface Candidate {
  readonly content?: Content
  /** An open enum: scripts may send anything. */
  readonly finishReason?: string
  readonly finishMessage?: string
  readonly index?: number
  readonly safetyRatings?: readonly JsonObject[]
}

export interface UsageMetadata {
  readonly promptTokenCount?: number
  readonly candidatesTokenCount?: number
  readonly thoughtsTokenCount?: number
  readonly cachedContentTokenCount?: number
  readonly toolUsePromptTokenCount?: number
  readonly totalTokenCount?: number
  readonly promptTokensDetails?: readonly ModalityTokenCount[]
  readonly candidatesTokensDetails?: readonly ModalityTokenCount[]
  readonly trafficType?: string
}

export interface ModalityTokenCount {
  readonly modality: string
  readonly tokenCount: number
}
