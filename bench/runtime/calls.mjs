import { tools } from './libraries.mjs'
import { callingModel } from './models.mjs'
import { fastest } from './timing.mjs'

/** Microseconds for a `generateText` of two steps: a call of a tool, and the answer. */
export async function measureCalls(libraries) {
  const [zod, json] = [await timeRuns(libraries, 'zod', 2), await timeRuns(libraries, 'json', 2)]
  return { 'two steps, Zod': zod, 'two steps, jsonSchema()': json }
}

/** Microseconds for a step in loops of 20 and of 100 steps: it should not matter how many there were before. */
export async function measureLoops(libraries) {
  const [short, long] = [await timeRuns(libraries, 'zod', 20, 60), await timeRuns(libraries, 'zod', 100, 30)]
  const perStep = (times, steps) => Object.fromEntries(Object.entries(times).map(([name, all]) => [name, all / steps]))
  return { 'a step of 20': perStep(short, 20), 'a step of 100': perStep(long, 100) }
}

async function timeRuns(libraries, kind, steps, rounds = 150) {
  const sides = {}
  for (const [name, { library, version }] of Object.entries(libraries)) {
    const options = {
      model: callingModel(version, steps),
      tools: tools[kind](library),
      prompt: 'How is the weather in Rome?',
    }
    const run = () => library.generateText({ ...options, stopWhen: library.stepCountIs(steps + 1) })
    await check(name, run, steps)
    sides[name] = run
  }
  return fastest(sides, { warmUp: Math.ceil(600 / steps), rounds })
}

/** Whoever does nothing is fast: the tool must have run in each step, and its result must have come back. */
async function check(name, run, steps) {
  const result = await run()
  const results = result.steps.flatMap(({ toolResults }) => toolResults)
  const isDone = result.text === 'It is sunny.' && results.length === steps - 1
  if (!isDone || results.some(({ output }) => output.celsius !== 31)) throw new Error(`${name}: the loop did not run.`)
}
