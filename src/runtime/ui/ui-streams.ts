/** Everything behind lazy-ui.ts, as one file to be loaded. */
export { toUiMessageEvents } from './ui-message-events.ts'
export { toUiMessageChunks } from './ui-message-stream.ts'
export { toWholeCharacters } from './whole-characters.ts'
export { writeResponse } from './write-response.ts'
