import { isPlainObject } from '../../core/json.ts'
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

/** Writes files. It is there where messages hold any. */
export interface FileWriter {
  file(part: FilePart): FilePart
  /** An entry of a tool's result. Undefined: the version has none for it. */
  entry(entry: AnyToolResultContent): AnyToolResultContent | undefined
}

/** Who the prompt is for. */
export interface PromptTarget {
  readonly version: SpecificationVersion
  readonly files: FileWriter | undefined
}

/**
 * A message as the version of the model has it. Most messages and parts are that already, and stay the objects that they are: a
 * look at each is all that a long history costs, and one that somebody changed in between is read as it is now.
 */
export function writePromptMessage(message: AnyModelMessage, target: PromptTarget): AnyModelMessage {
  if (message.role === 'system') return message
  if (typeof message.content === 'string') {
    return { ...message, content: [{ type: 'text', text: message.content }] } as AnyModelMessage
  }
  const content = writeContent(message as Exclude<AnyModelMessage, { role: 'system' }>, target)
  return content === message.content ? message : ({ ...message, content } as AnyModelMessage)
}

function writeContent(message: Exclude<AnyModelMessage, { role: 'system' }>, target: PromptTarget): unknown {
  switch (message.role) {
    case 'user':
      return mapParts(message.content as readonly UserPart[], (part) => writeUserPart(part, target))
    case 'assistant':
      return mapParts(message.content as readonly AnyAssistantPart[], (part) => writeAssistantPart(part, target))
    case 'tool':
      return mapParts(message.content, (part) => writeToolPart(part, target))
  }
}

/** The array itself, where every part stays as it is. Undefined leaves a part out. */
function mapParts<Part>(parts: readonly Part[], map: (part: Part) => Part | undefined): readonly Part[] {
  let changed: Part[] | undefined
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!
    const mapped = map(part)
    if (changed === undefined && mapped === part) continue
    changed ??= parts.slice(0, index)
    if (mapped !== undefined) changed.push(mapped)
  }
  return changed ?? parts
}

function writeUserPart(part: UserPart, target: PromptTarget): UserPart | undefined {
  if (part.type === 'text') return part.text === '' ? undefined : part
  if (part.type === 'file') return target.files!.file(part)
  if (part.type !== 'image') return part
  const { image, mediaType = 'image/*', ...rest } = part
  return target.files!.file({ ...rest, type: 'file', data: image, mediaType })
}

function writeAssistantPart(part: AnyAssistantPart, target: PromptTarget): AnyAssistantPart | undefined {
  switch (part.type) {
    case 'text':
      // A signature may stand on a text without words.
      return part.text === '' && part.providerOptions === undefined ? undefined : part
    case 'file':
      return target.files!.file(part)
    case 'reasoning-file':
      // Only v4 models have them, and only their provider can read them.
      return target.version === 'v4' ? (target.files!.file(part as never) as never) : undefined
    case 'custom':
      return target.version === 'v4' ? part : undefined
    case 'tool-call':
      return writeCall(part)
    case 'tool-result':
      return writeResult(part, target)
    case 'tool-approval-request':
      return undefined
    default:
      return part
  }
}

/** What a model wrote instead of arguments was an invalid call, and the result says so: providers take objects alone. */
function writeCall(part: ToolCallPart): ToolCallPart {
  const { input } = part
  if (typeof input === 'object' && input !== null) return part
  return typeof input === 'number' || typeof input === 'boolean' ? part : { ...part, input: readObject(input) }
}

/** Some stores keep the arguments as the text that came. */
function readObject(input: unknown): Record<string, unknown> {
  if (typeof input !== 'string') return {}
  try {
    const value: unknown = JSON.parse(input)
    return isPlainObject(value) ? value : {}
  } catch {
    return {}
  }
}

function writeToolPart(part: AnyToolPart, target: PromptTarget): AnyToolPart | undefined {
  if (part.type === 'tool-result') return writeResult(part, target)
  // The provider asked, and waits for it. Answers to what we asked have become results.
  return part.providerExecuted === true && target.version !== 'v2' ? part : undefined
}

function writeResult(part: AnyToolResultPart, target: PromptTarget): AnyToolResultPart {
  const output = writeOutput(part.output, target)
  return output === part.output ? part : { ...part, output }
}

function writeOutput(output: AnyToolResultOutput, target: PromptTarget): AnyToolResultOutput {
  if (!isPlainObject(output) || typeof output.type !== 'string') return bareOutput(output)
  if (output.type === 'content') {
    const value = mapParts(output.value, (entry) => target.files!.entry(entry))
    return value === output.value ? output : { ...output, value }
  }
  if (output.type === 'execution-denied' && target.version === 'v2') {
    return { type: 'error-text', value: output.reason ?? 'Tool execution denied.' }
  }
  return output
}

/** A value that does not say what it is. */
function bareOutput(value: unknown): AnyToolResultOutput {
  if (typeof value === 'string') return { type: 'text', value }
  return { type: 'json', value: (value ?? null) as MessageJson }
}
