import { createEmulator, type Part, type Reply } from 'toolfit/emulator'
import { gemini } from 'toolfit/gemini'

/**
 * A model that needs no key and no network: `gemini()`, whose requests go to the emulator. It says what it is given here, one reply
 * after the other; when there is none left, the emulator answers by itself.
 */
export function emulatedModel(...replies: Reply[]) {
  const emulator = createEmulator()
  emulator.script(replies.map((reply) => ({ reply })))
  const model = gemini('gemini-3-flash-preview', {
    apiKey: 'any',
    fetch: (url, init) => emulator(new Request(url, init)), // without this line, Google is called
  })
  return { model, emulator }
}

/** A reply in which the model calls a tool. */
export function call(name: string, args: Record<string, string | number | boolean>, id?: string): Part {
  return { functionCall: { name, args, ...(id === undefined ? {} : { id }) } }
}
