/** How time grows with size, decade by decade: ten is linear. The peer beside it shows what the machine's memory adds. */
import { shapes } from './generated-schemas.mjs'

const sizes = [1e3, 1e4, 1e5, 1e6, 1e7]

/** Small sizes are repeated until they fill this much time, large ones thrice while there is time: the best counts. */
const leastMillis = 300
const enoughMillis = 5_000

export function measureScaling(shape, compileSchema, convert) {
  const compile = (schema) => compileSchema(schema, { to: 'gemini' })
  const steps = sizes.map((bytes) => {
    const make = () => shapes[shape](bytes)
    return { bytes, ours: best(compile, make), peer: best(convert, make) }
  })
  return steps.map((step, index) => ({
    ...step,
    growth: growth(step.ours, steps[index - 1]?.ours),
    peerGrowth: growth(step.peer, steps[index - 1]?.peer),
  }))
}

function growth(now, before) {
  return typeof now === 'number' && typeof before === 'number' ? now / before : undefined
}

/** The best milliseconds, or the code of the refusal. */
function best(act, make) {
  let least = Infinity
  for (let round = 0, spent = 0; round < 3 || spent < leastMillis; round++) {
    const schema = make()
    const start = performance.now()
    try {
      act(schema)
    } catch (error) {
      return `refused: ${error.code ?? error.name}`
    }
    const millis = performance.now() - start
    spent += millis
    least = Math.min(least, millis)
    if (spent > enoughMillis) break
  }
  return least
}

export const shapeNames = Object.keys(shapes)
