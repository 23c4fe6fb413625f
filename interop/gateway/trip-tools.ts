import type { ScriptStep } from 'toolfit/emulator'
import { expect } from 'vitest'
import { z } from 'zod'

/** Gemini takes neither slashes nor spaces in names, no `const`, and no enum of numbers. */
export const weather = {
  name: 'weather/current conditions',
  description: 'The weather of a city.',
  input: z.object({ city: z.string(), unit: z.literal('celsius'), days: z.literal([1, 3, 7]) }),
  run: ({ city, days }: { city: string; days: number }) => ({ sky: `blue over ${city} for ${days}` }),
}

const party = z.object({
  name: z.string(),
  get children() {
    return z.array(party).optional()
  },
})

/** Nor a name this long, nor one that begins with a digit; no records, no `$ref`, no `oneOf`. */
export const booking = {
  name: '3. restaurant table reservation for every guest, with all the preferences that they have',
  description: 'Books a table in a restaurant.',
  input: z.object({
    restaurant: z.string(),
    guests: z.number().int().min(1),
    seats: z.record(z.string(), z.number()),
    party,
    payment: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('card'), digits: z.string() }),
      z.object({ kind: z.literal('cash'), amount: z.number() }),
    ]),
  }),
  run: ({ restaurant, guests }: { restaurant: string; guests: number }) => `${restaurant} is booked for ${guests}.`,
}

export const question = 'How is the weather in Graz and Oslo? Then book a table for 4 guests at "Steirereck".'

/** A call that a client was asked to make. */
export interface RunCall {
  readonly name: string
  readonly input: unknown
}

/** The two tools as JSON Schema, for clients that take it. `ran` has the calls, in order; each must fit its own schema. */
export function tripTools() {
  const ran: RunCall[] = []
  const tools = [weather, booking].map(({ name, description, input, run }) => ({
    name,
    description,
    parameters: z.toJSONSchema(input) as Record<string, unknown>,
    run(given: unknown): string {
      ran.push({ name, input: given })
      const result = run(input.parse(given) as never)
      return typeof result === 'string' ? result : JSON.stringify(result)
    },
  }))
  return { tools, ran }
}

/** What the question leads to: two calls at once, then one, each in the tool's own shape. */
export const expectedCalls: readonly (readonly RunCall[])[] = [
  ['Graz', 'Oslo'].map((city) => ({ name: weather.name, input: { city, unit: 'celsius', days: 1 } })),
  [
    {
      name: booking.name,
      input: {
        restaurant: 'Steirereck',
        guests: 4,
        seats: expect.any(Object),
        party: expect.objectContaining({ name: expect.any(String) }),
        payment: expect.objectContaining({ kind: expect.stringMatching(/^(card|cash)$/) }),
      },
    },
  ],
]

/** What a model says when it says something beside its calls: a script for the emulator. */
export const talkingSteps: readonly ScriptStep[] = [
  {
    reply: ({ tools = [] }) => {
      const name = tools[0]?.functionDeclarations?.[0]?.name ?? ''
      const args = { city: 'Rome', unit: 'celsius', days: '3' }
      return [{ text: 'Let me see.' }, { functionCall: { name, args } }, { functionCall: { name, args } }]
    },
  },
  { reply: 'Blue.' },
]

/** The parts of the model's turn in the request that follows `talkingSteps`. */
export const talkingTurn = {
  role: 'model',
  parts: [
    { text: 'Let me see.' },
    { functionCall: expect.anything(), thoughtSignature: expect.any(String) },
    { functionCall: expect.anything() },
  ],
}
