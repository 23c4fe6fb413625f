// Compiled and run against the packed tarball, as a user's own file would be.
import { generateText, jsonSchema, stepCountIs, ToolfitError, tool } from 'toolfit'
import { createEmulator } from 'toolfit/emulator'
import { gemini } from 'toolfit/gemini'
import { type Change, compileSchema } from 'toolfit/schema'

const { schema, changes } = compileSchema({ type: 'string', const: 'metric' }, { to: 'gemini' })
const effects: Change['effect'][] = changes.map(({ effect }) => effect)
if (schema.type !== 'STRING' || effects.length === 0) throw new Error(`Unexpected output: ${JSON.stringify(schema)}`)

try {
  // @ts-expect-error: the dialects are a closed union
  compileSchema({}, { to: 'nobody' })
  throw new Error('An unknown dialect was accepted.')
} catch (error) {
  if (!(error instanceof ToolfitError)) throw error
}

const emulator = createEmulator()
emulator.script([{ reply: [{ functionCall: { name: 'weather', args: { city: 'Rome' } } }] }, { reply: 'Sunny.' }])
const { text, toolCalls } = await generateText({
  model: gemini('gemini-3-flash-preview', { apiKey: 'any', fetch: (url, init) => emulator(new Request(url, init)) }),
  prompt: 'How is the weather in Rome?',
  tools: {
    weather: tool({
      inputSchema: jsonSchema<{ city: string }>({ type: 'object' }),
      execute: ({ city }) => city.length,
    }),
  },
  stopWhen: stepCountIs(3),
})
for (const call of toolCalls) if (call.dynamic !== true && call.input.city !== 'Rome') throw new Error(call.input.city)
if (text !== 'Sunny.') throw new Error(`Unexpected answer: ${text}`)
