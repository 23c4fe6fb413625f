// Results that come one after the other: an execute that is an async generator.
import { setTimeout as delay } from 'node:timers/promises'
import { streamText, tool } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { z } from 'zod'
import { call } from '../call.ts'

const getWeather = tool({
  inputSchema: z.object({ location: z.string() }),
  async *execute({ location }) {
    yield { status: 'loading', text: `Fetching weather of ${location}...` }
    await delay(30)
    yield { status: 'success', weather: 72, humidity: 65 }
  },
})

const { model, emulator } = emulatedGemini([[call('getWeather', { location: 'Rome' })], 'It is 72 degrees.'])
const { fullStream } = streamText({ model, prompt: 'Rome?', tools: { getWeather }, maxSteps: 2 })

// Every yield comes as a preliminary result, and the last one again as the result.
for await (const part of fullStream) {
  if (part.type === 'tool-result') console.log(part.preliminary ?? false, part.output)
}
// Only the result is sent to the model.
const { body } = emulator.requests[1]!
console.log(JSON.stringify(body).includes('loading'), JSON.stringify(body).includes('"humidity":65'))

// Prints:
//   true { status: 'loading', text: 'Fetching weather of Rome...' }
//   true { status: 'success', weather: 72, humidity: 65 }
//   false { status: 'success', weather: 72, humidity: 65 }
//   false true
