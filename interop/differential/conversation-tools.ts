import { z } from 'zod'
import type { Implementation } from './implementation.ts'
import type { Recorder } from './recorder.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** What tools need: who makes them, who watches them, and what time it is. */
interface Workshop {
  readonly implementation: Implementation
  readonly recorder: Recorder
  readonly clock: VirtualClock
}

/** Longer delays take longer; of the same delay, an earlier call ends first. No two calls of a step end at the same time. */
function sleepFor(clock: VirtualClock, delay: number, place: number, signal: AbortSignal | undefined): Promise<void> {
  return clock.sleep(delay * 100 + place, signal)
}

type Make = (workshop: Workshop) => object

const text = { type: 'string' } as const
const delay = { type: 'integer', minimum: 0 } as const
const ticks = z.number().int().min(0).default(0)

function object(properties: Record<string, object>, required: readonly string[] = []): object {
  return { type: 'object', properties, required, additionalProperties: false }
}

const failures = { error: new Error('Failed'), text: 'failed as text', object: { code: 7, reason: 'failed' } }

/** Tools of every kind. Their results depend on their input alone. */
const toolMakers = {
  weather: ({ implementation, recorder, clock }) =>
    implementation.tool({
      description: 'The weather in a city',
      title: 'Weather',
      inputSchema: z.object({ city: z.string(), unit: z.enum(['C', 'F']).default('C'), delay: ticks }),
      execute: recorder.execution('weather', async ({ city, unit, delay }, place, signal) => {
        await sleepFor(clock, delay, place, signal)
        return { city, unit, degrees: city.length }
      }),
    }),

  add: ({ implementation, recorder }) =>
    implementation.tool({
      description: 'Adds two numbers',
      inputSchema: implementation.jsonSchema(object({ a: { type: 'number' }, b: { type: 'number' } }, ['a', 'b'])),
      strict: true,
      inputExamples: [{ input: { a: 1, b: 2 } }],
      providerOptions: { scripted: { cacheControl: { type: 'ephemeral' } } },
      execute: recorder.execution('add', ({ a, b }) => a + b),
    }),

  echo: ({ implementation, recorder, clock }) =>
    implementation.tool({
      inputSchema: implementation.jsonSchema(object({ text, delay }, ['text'])),
      metadata: { origin: 'kit' },
      execute: recorder.execution('echo', async ({ text, delay = 0 }, place, signal) => {
        await sleepFor(clock, delay, place, signal)
        return text
      }),
    }),

  /** A result that JSON cannot say as it is. */
  clock: ({ implementation, recorder }) =>
    implementation.tool({
      inputSchema: implementation.jsonSchema(object({})),
      execute: recorder.execution('clock', () => ({
        at: new Date(0),
        none: undefined,
        list: [1, undefined, null, { deep: undefined }],
      })),
    }),

  nothing: ({ implementation, recorder, clock }) =>
    implementation.tool({
      inputSchema: z.object({ delay: ticks }),
      execute: recorder.execution('nothing', async ({ delay }, place, signal) => sleepFor(clock, delay, place, signal)),
    }),

  count: ({ implementation, recorder, clock }) =>
    implementation.tool({
      description: 'Counts, and says each number',
      inputSchema: z.object({ to: z.number().int(), delay: ticks }),
      execute: recorder.execution('count', async function* ({ to, delay }, place, signal) {
        await sleepFor(clock, 0, place, signal)
        for (let number = 1; number <= to; number++) {
          await sleepFor(clock, delay, place, signal)
          yield { number }
        }
      }),
    }),

  stumble: ({ implementation, recorder, clock }) =>
    implementation.tool({
      inputSchema: implementation.jsonSchema(object({ after: delay }, ['after'])),
      execute: recorder.execution('stumble', async function* ({ after }, place, signal) {
        await sleepFor(clock, 0, place, signal)
        for (let number = 1; number <= after; number++) {
          await sleepFor(clock, 1, place, signal)
          yield number
        }
        throw new RangeError(`Stumbled after ${after}`)
      }),
    }),

  fail: ({ implementation, recorder, clock }) =>
    implementation.tool({
      inputSchema: z.object({ how: z.enum(['error', 'text', 'object', 'sync']), delay: ticks }),
      execute: recorder.execution('fail', ({ how, delay }, place, signal) => {
        if (how === 'sync') throw new TypeError('Failed at once')
        return sleepFor(clock, delay, place, signal).then(() => Promise.reject(failures[how as keyof typeof failures]))
      }),
    }),

  picture: ({ implementation, recorder, clock }) =>
    implementation.tool({
      inputSchema: implementation.jsonSchema(object({ of: text }, ['of'])),
      execute: recorder.execution('picture', async ({ of }, place, signal) => {
        await sleepFor(clock, 0, place, signal)
        return { of, bytes: 'iVBORw0KGgo=' }
      }),
      toModelOutput: ({ output }: { output: { of: string; bytes: string } }) => ({
        type: 'content',
        value: [
          { type: 'text', text: `A picture of ${output.of}`, providerOptions: { scripted: { alt: true } } },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: output.bytes } },
        ],
      }),
    }),

  verdict: ({ implementation, recorder, clock }) =>
    implementation.tool({
      inputSchema: implementation.jsonSchema(object({ ok: { type: 'boolean' } }, ['ok'])),
      execute: recorder.execution('verdict', async ({ ok }, place, signal) => {
        await sleepFor(clock, 1, place, signal)
        return ok
      }),
      toModelOutput: async ({ toolCallId, input, output }: { toolCallId: string; input: object; output: boolean }) =>
        output
          ? { type: 'text', value: `${toolCallId} passed ${JSON.stringify(input)}` }
          : { type: 'error-text', value: 'It did not pass', providerOptions: { scripted: { failed: true } } },
    }),

  /** Somebody else answers it. */
  ask: ({ implementation }) =>
    implementation.tool({
      description: 'Asks the user',
      inputSchema: z.object({ question: z.string() }),
      outputSchema: z.string(),
    }),

  anything: ({ implementation, recorder, clock }) =>
    implementation.dynamicTool({
      description: 'Takes anything',
      inputSchema: implementation.jsonSchema({ type: 'object' }),
      execute: recorder.execution('anything', async (input, place, signal) => {
        await sleepFor(clock, 1, place, signal)
        return { got: input }
      }),
    }),

  /** The parsed value is another one than what was sent. */
  plan: ({ implementation, recorder }) =>
    implementation.tool({
      inputSchema: z.object({
        tags: z.array(z.string()).default(['none']),
        day: z.string().transform((day) => ({ day, length: day.length })),
      }),
      execute: recorder.execution('plan', ({ tags, day }) => [...tags, day]),
    }),

  watched: ({ implementation, recorder }) =>
    implementation.tool({
      inputSchema: implementation.jsonSchema(object({ text }, ['text'])),
      onInputStart: recorder.listener('inputs', 'watched.onInputStart'),
      onInputDelta: recorder.listener('inputs', 'watched.onInputDelta'),
      onInputAvailable: recorder.listener('inputs', 'watched.onInputAvailable'),
      execute: recorder.execution('watched', ({ text }) => `${text}!`),
    }),

  /** It waits for the user's word. */
  guarded: ({ implementation, recorder }) =>
    implementation.tool({
      inputSchema: implementation.jsonSchema(object({ text }, ['text'])),
      needsApproval: true,
      execute: recorder.execution('guarded', ({ text }) => `did ${text}`),
    }),

  /** The provider runs it. */
  search: ({ implementation }) => ({
    type: 'provider',
    isProviderExecuted: true,
    id: 'scripted.search',
    name: 'search',
    args: { region: 'ch' },
    inputSchema: implementation.jsonSchema(object({ query: text }, ['query'])),
    outputSchema: implementation.jsonSchema({}),
  }),
} satisfies Record<string, Make>

export type ToolName = keyof typeof toolMakers

export const toolNames = Object.keys(toolMakers) as ToolName[]

export function makeTools(names: readonly ToolName[], workshop: Workshop): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, (toolMakers[name] as Make)(workshop)]))
}
