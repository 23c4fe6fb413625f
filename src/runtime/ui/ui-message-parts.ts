import type {
  CustomContentUIPart,
  DataUIPart,
  DynamicToolUIPart,
  FileUIPart,
  ReasoningFileUIPart,
  ReasoningUIPart,
  TextUIPart,
  ToolOutputErrorUIPart,
  ToolUIPart,
  UIDataTypes,
  UIMessagePart,
  UITools,
} from './ui-message.ts'

/** Any part: guards are used on messages of all kinds. */
type AnyPart<TOOLS extends UITools = UITools> = UIMessagePart<UIDataTypes, TOOLS>

export function isTextUIPart(part: AnyPart): part is TextUIPart {
  return part.type === 'text'
}

export function isCustomContentUIPart(part: AnyPart): part is CustomContentUIPart {
  return part.type === 'custom'
}

export function isFileUIPart(part: AnyPart): part is FileUIPart {
  return part.type === 'file'
}

export function isReasoningFileUIPart(part: AnyPart): part is ReasoningFileUIPart {
  return part.type === 'reasoning-file'
}

export function isReasoningUIPart(part: AnyPart): part is ReasoningUIPart {
  return part.type === 'reasoning'
}

export function isDataUIPart<DATA_TYPES extends UIDataTypes>(
  part: UIMessagePart<DATA_TYPES, UITools>,
): part is DataUIPart<DATA_TYPES> {
  return (part.type as string).startsWith('data-')
}

/** Whether a part is a call of a tool that was known when it was sent. */
export function isStaticToolUIPart<TOOLS extends UITools>(part: AnyPart<TOOLS>): part is ToolUIPart<TOOLS> {
  return (part.type as string).startsWith('tool-')
}

/** Whether a part is a call of a dynamic tool. */
export function isDynamicToolUIPart(part: AnyPart): part is DynamicToolUIPart {
  return part.type === 'dynamic-tool'
}

/**
 * Whether a part is a call, of whatever tool.
 *
 * @example
 * ```ts
 * import { getToolName, isToolUIPart, type UIMessage } from 'toolfit'
 *
 * const message: UIMessage = {
 *   id: 'a1',
 *   role: 'assistant',
 *   parts: [
 *     { type: 'text', text: 'Let me look.' },
 *     { type: 'tool-weather', toolCallId: 'c1', state: 'input-available', input: { city: 'Rome' } },
 *   ],
 * }
 * message.parts.filter(isToolUIPart).map(getToolName) // ['weather']
 * ```
 */
export function isToolUIPart<TOOLS extends UITools>(
  part: AnyPart<TOOLS>,
): part is ToolUIPart<TOOLS> | DynamicToolUIPart {
  return isStaticToolUIPart(part) || isDynamicToolUIPart(part)
}

/**
 * The name of {@link isToolUIPart} in `ai` 5.
 * @alias
 */
export const isToolOrDynamicToolUIPart = isToolUIPart

/** Whether a part is a call that failed. */
export function isToolOutputErrorUIPart<TOOLS extends UITools>(
  part: AnyPart<TOOLS>,
): part is ToolOutputErrorUIPart<TOOLS> {
  return isToolUIPart(part) && part.state === 'output-error'
}

/** The name of a tool that was known when the call was sent: a key of the tool set. */
export function getStaticToolName<TOOLS extends UITools>(part: ToolUIPart<TOOLS>): keyof TOOLS {
  return part.type.slice('tool-'.length)
}

/** The name of the tool of a call. */
export function getToolName(part: ToolUIPart<UITools> | DynamicToolUIPart): string {
  return part.type === 'dynamic-tool' ? part.toolName : (getStaticToolName(part) as string)
}

/**
 * An older name of {@link getToolName}.
 * @alias
 */
export const getToolOrDynamicToolName = getToolName
