/**
 * A program that uses only the OpenAI API, on Gemini: two tools, three turns, a stream at the end. No key, no network: behind the
 * gateway is the emulator. With GEMINI_API_KEY set, leave out `fetch` and pass `apiKey`.
 *
 *     npm run build && node examples/gateway/main.js
 */
import { createEmulator } from 'toolfit/emulator'
import { serveGateway } from 'toolfit/gateway/node'
import { chat, streamChat } from './openai-chat.js'
import { runTool, tools } from './tools.js'

const emulator = createEmulator()
const { url, close } = await serveGateway({
  apiKey: 'any',
  fetch: (address, init) => emulator(new Request(address, init)),
  // Clients keep using the model name that they know.
  models: { 'gpt-5.2': 'gemini-3-flash-preview' },
})

const messages = [
  { role: 'system', content: 'You look after a shop.' },
  { role: 'user', content: 'Call stock.levels, then stock.reserve.' },
]

for (let step = 1; step <= 4; step++) {
  const { message, finish_reason } = await chat(url, { model: 'gpt-5.2', messages, tools })
  messages.push(message)
  console.log(`${step}. ${finish_reason}`)
  if (finish_reason !== 'tool_calls') break
  for (const call of message.tool_calls) {
    const result = runTool(call.function.name, JSON.parse(call.function.arguments))
    console.log(`   ${call.function.name}(${call.function.arguments}) -> ${JSON.stringify(result)}`)
    messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(result) })
  }
}

messages.push({ role: 'user', content: 'Thank you.' })
process.stdout.write('Streamed: ')
for await (const text of streamChat(url, { model: 'gpt-5.2', messages, tools })) process.stdout.write(text)
console.log()
await close()
