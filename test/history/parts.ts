import type {
  AnyAssistantPart,
  AnyModelMessage,
  AnyToolPart,
  AnyToolResultPart,
  ToolCallPart,
  UserPart,
} from '../../src/core/message.ts'

/** The parts of a message; text content has none. */
export function partsOf(message: AnyModelMessage): (UserPart | AnyAssistantPart | AnyToolPart)[] {
  return typeof message.content === 'string' ? [] : [...message.content]
}

/** The calls that our side answers. */
export function callsOf(message: AnyModelMessage): ToolCallPart[] {
  return partsOf(message).flatMap((part) => (part.type === 'tool-call' && part.providerExecuted !== true ? [part] : []))
}

export function resultsOf(message: AnyModelMessage): AnyToolResultPart[] {
  return partsOf(message).flatMap((part) => (part.type === 'tool-result' ? [part] : []))
}
