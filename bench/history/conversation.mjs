import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'

const lorem = 'The file was read. It has forty lines, and the third of them is the one that was asked for. '

/** About `size` messages: a question, two parallel calls, their results, an answer. */
export function conversation(size) {
  const messages = [{ role: 'system', content: 'Be brief.' }]
  for (let turn = 0; messages.length + 4 <= size; turn++) {
    const ids = [`call-${turn}-a`, `call-${turn}-b`]
    messages.push(
      { role: 'user', content: `Question ${turn}: what is in the file?` },
      {
        role: 'assistant',
        content: ids.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'read', input: { turn } })),
      },
      {
        role: 'tool',
        content: ids.map((toolCallId) => ({
          type: 'tool-result',
          toolCallId,
          toolName: 'read',
          output: { type: 'text', value: lorem },
        })),
      },
      { role: 'assistant', content: lorem },
    )
  }
  return messages
}

/** The same in LangChain's classes, which hold one result a message: cut to as many messages. */
export function langchainConversation(size) {
  const messages = [new SystemMessage('Be brief.')]
  for (let turn = 0; messages.length + 5 <= size; turn++) {
    const ids = [`call-${turn}-a`, `call-${turn}-b`]
    messages.push(
      new HumanMessage(`Question ${turn}: what is in the file?`),
      new AIMessage({ content: '', tool_calls: ids.map((id) => ({ id, name: 'read', args: { turn } })) }),
      ...ids.map((id) => new ToolMessage({ content: lorem, tool_call_id: id, name: 'read' })),
      new AIMessage(lorem),
    )
  }
  return messages
}
