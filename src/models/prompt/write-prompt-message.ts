import { mapSame } from '../../core/collections.ts'
import { asFields, isPlainObject, parseJson } from '../../core/json.ts'
import type {
  AnyAssistantPart,
  AnyModelMessage,
  AnyToolPart,
  AnyToolResultContent,
  AnyToolResultOutput,
  AnyToolResultPart,
  FilePart,
  MessageJson,
  ToolCallPart,
  UserPart,
} from '../../core/message.ts'
import type { SpecificationVersion } from '../versions/any-model.ts'

/** Writes files. Needed only for messages that hold some. */
export interface FileWriter {
  /** `isOfUser`: the bytes of an image count more than its declared type. */
  file(part: FilePart, isOfUser?: boolean): FilePart
  /** An entry of a tool's result. Undefined where the version has no form for it. */
  entry(entry: AnyToolResultContent): AnyToolResultContent | undefined
}

/** The model that a prompt is written for. */
export interface PromptTarget {
  readonly version: SpecificationVersion
  readonly files: FileWriter | undefined
}

/**
 * A message in the form of the model's version. Most messages and parts have that form already, and stay the same objects: a long
 * history costs one look at each part.
 */
export function writePromptMessage(message: AnyModelMessage, target: PromptTarget): AnyModelMessage {
  if (message.role === 'system') return withKeys(message, keysOfText)
  if (typeof message.content === 'string') {
    const { providerOptions } = message
    return { ...message, content: [{ type: 'text', text: message.content }], providerOptions } as AnyModelMessage
  }
  const content = writeContent(message as Exclude<AnyModelMessage, { role: 'system' }>, target)
  return content === message.content
    ? withKeys(message, keysOfText)
    : ({ ...message, content, providerOptions: message.providerOptions } as AnyModelMessage)
}

export const keysOfText = ['providerOptions'] as const
const keysOfFile = ['filename', 'providerOptions'] as const
const keysOfCall = ['providerExecuted', 'providerOptions'] as const

/** A part or a message with these keys, which hold undefined where there is no value, as in the prompts of `ai`. */
export function withKeys<PART extends object>(part: PART, keys: readonly string[]): PART {
  if (keys.every((key) => key in part)) return part
  return { ...Object.fromEntries(keys.map((key) => [key, undefined])), ...part }
}

function writeContent(message: Exclude<AnyModelMessage, { role: 'system' }>, target: PromptTarget): unknown {
  switch (message.role) {
    case 'user':
      return mapSame(message.content as readonly UserPart[], (part) => writeUserPart(part, target))
    case 'assistant':
      return mapSame(message.content as readonly AnyAssistantPart[], (part) => writeAssistantPart(part, target))
    case 'tool':
      return mapSame(message.content, (part) => writeToolPart(part, target))
  }
}

function writeUserPart(part: UserPart, target: PromptTarget): UserPart | undefined {
  if (part.type === 'text') return part.text === '' ? undefined : withKeys(part, keysOfText)
  if (part.type === 'file') return withKeys(target.files!.file(part, true), keysOfFile)
  if (part.type !== 'image') return part
  // Version 4 names a kind of files without a subtype.
  const { image, mediaType = target.version === 'v4' ? 'image' : 'image/*', ...rest } = part
  return withKeys(target.files!.file({ ...rest, type: 'file', data: image, mediaType }), keysOfFile)
}

function writeAssistantPart(part: AnyAssistantPart, target: PromptTarget): AnyAssistantPart | undefined {
  switch (part.type) {
    case 'text':
      // An empty text may carry a signature.
      return part.text === '' && part.providerOptions === undefined ? undefined : withKeys(part, keysOfText)
    case 'file':
      return withKeys(target.files!.file(part), keysOfFile)
    case 'reasoning-file':
      // Only v4 models have these parts, and only their provider can read them.
      return target.version === 'v4' ? (target.files!.file(part as never) as never) : undefined
    case 'custom':
      return target.version === 'v4' ? withKeys(part, keysOfText) : undefined
    case 'tool-call':
      return withKeys(writeCall(part), keysOfCall)
    case 'tool-result':
      return writeResult(part, target)
    case 'tool-approval-request':
      return undefined
    default:
      return withKeys(part, keysOfText)
  }
}

/** Providers take only objects as arguments. Other input was an invalid call, and its result says so. */
function writeCall(part: ToolCallPart): ToolCallPart {
  const { input } = part
  if (typeof input === 'object' && input !== null) return part
  return typeof input === 'number' || typeof input === 'boolean' ? part : { ...part, input: readObject(input) }
}

/** Some stores keep the arguments as text. */
function readObject(input: unknown): Record<string, unknown> {
  return { ...asFields(typeof input === 'string' ? parseJson(input) : undefined) }
}

function writeToolPart(part: AnyToolPart, target: PromptTarget): AnyToolPart | undefined {
  if (part.type === 'tool-result') return writeResult(part, target)
  // The provider waits for the approval that it asked for. Our own approvals have become results.
  if (part.providerExecuted !== true || target.version === 'v2') return undefined
  const { type, approvalId, approved, reason } = part
  return { type, approvalId, approved, reason } as AnyToolPart
}

function writeResult(part: AnyToolResultPart, target: PromptTarget): AnyToolResultPart {
  const output = writeOutput(part.output, target)
  return withKeys(output === part.output ? part : { ...part, output }, keysOfText)
}

function writeOutput(output: AnyToolResultOutput, target: PromptTarget): AnyToolResultOutput {
  if (!isPlainObject(output) || typeof output.type !== 'string') return bareOutput(output)
  if (output.type === 'content') {
    const value = mapSame(output.value, (entry) => target.files!.entry(entry))
    return value === output.value ? output : { ...output, value }
  }
  if (output.type === 'execution-denied' && target.version === 'v2') {
    return { type: 'error-text', value: output.reason ?? 'Tool execution denied.' }
  }
  return output
}

/** A value without a type. */
function bareOutput(value: unknown): AnyToolResultOutput {
  if (typeof value === 'string') return { type: 'text', value }
  return { type: 'json', value: (value ?? null) as MessageJson }
}
