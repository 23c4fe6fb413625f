import type * as ai7 from 'ai7'

/** A front end without a screen: what `useChat` is built on. */
export function createChat(
  ai: typeof ai7,
  fetch: typeof globalThis.fetch,
  transport: 'DefaultChatTransport' | 'TextStreamChatTransport' = 'DefaultChatTransport',
) {
  class Chat extends ai.AbstractChat<ai7.UIMessage> {
    constructor() {
      const messages: ai7.UIMessage[] = []
      const state: ai7.ChatState<ai7.UIMessage> = {
        status: 'ready',
        error: undefined,
        messages,
        pushMessage: (message) => void messages.push(message),
        popMessage: () => void messages.pop(),
        replaceMessage: (index, message) => void messages.splice(index, 1, message),
        snapshot: structuredClone,
      }
      super({ state, transport: new ai[transport]({ api: 'https://example.com/chat', fetch }) })
    }
  }
  return new Chat()
}
