import type { AnyModelMessage, AnyToolResultPart, ToolCallPart } from '../../src/core/message.ts'
import { applyRules } from '../../src/history/repair.ts'
import type { RepairOptions, Rule } from '../../src/history/rules/rule.ts'
import { type ProfileId, resolveTurnRules } from '../../src/history/turns/turn-rules.ts'

type AssistantPart = Exclude<(AnyModelMessage & { role: 'assistant' })['content'], string>[number]
type ToolPart = (AnyModelMessage & { role: 'tool' })['content'][number]

export const system = (content: string): AnyModelMessage => ({ role: 'system', content })
export const user = (content: string): AnyModelMessage => ({ role: 'user', content })
export const assistant = (...content: AssistantPart[]): AnyModelMessage => ({ role: 'assistant', content })
export const said = (content: string): AnyModelMessage => ({ role: 'assistant', content })
export const results = (...content: ToolPart[]): AnyModelMessage => ({ role: 'tool', content })

export const text = (value: string) => ({ type: 'text' as const, text: value })
export const reasoning = (value: string) => ({ type: 'reasoning' as const, text: value })
export const call = (toolCallId: string, toolName = 'read'): ToolCallPart => {
  return { type: 'tool-call', toolCallId, toolName, input: {} }
}
export const executedCall = (toolCallId: string): ToolCallPart => ({ ...call(toolCallId), providerExecuted: true })
export const result = (toolCallId: string, value = 'done', toolName = 'read'): AnyToolResultPart => {
  return { type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } }
}
export const request = (approvalId: string, toolCallId: string) => {
  return { type: 'tool-approval-request' as const, approvalId, toolCallId }
}
export const response = (approvalId: string, approved: boolean, reason?: string) => {
  return { type: 'tool-approval-response' as const, approvalId, approved, ...(reason === undefined ? {} : { reason }) }
}

/** Runs one rule. `isSame`: the rule returned its list as it was. */
export function runRule(
  rule: Rule,
  messages: readonly AnyModelMessage[],
  { profile = 'gemini', ...options }: RepairOptions & { readonly profile?: ProfileId } = {},
) {
  let isSame = false
  const observed: Rule = {
    id: rule.id,
    repair(entries, context) {
      const repaired = rule.repair(entries, context)
      isSame = repaired === entries
      return repaired
    },
  }
  const { entries, repairs } = applyRules(messages, resolveTurnRules(profile), options, [observed])
  return { messages: entries.map(({ message }) => message), repairs, isSame }
}
