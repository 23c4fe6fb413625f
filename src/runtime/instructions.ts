import type { SystemModelMessage } from '../core/message.ts'

/** What the model is told before the conversation. */
export type Instructions = string | SystemModelMessage | readonly SystemModelMessage[]
