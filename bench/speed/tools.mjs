/** What a tool set costs per request, against the `prepareTools` of the peer, which converts it every time. */
import { ownSchemas } from './own-schemas.mjs'
import { interleave, median } from './timing.mjs'

const counts = [1, 20, 100]

/** Requests in a block: one alone is too short for the clock. */
const requests = 50

export function measureTools(compileTools, prepareTools) {
  const compile = (tools) => compileTools(tools, { to: 'gemini' }).tools
  const prepare = (tools) => prepareTools({ tools, modelId: 'gemini-2.5-flash' }).tools
  return counts.flatMap((count) => {
    const tools = makeTools(count)
    const ways = {
      'the same list again': () => tools,
      'the same tools in a new list': () => [...tools],
      'the same tools in a new record': () => Object.fromEntries(tools.map((tool) => [tool.name, tool])),
      'new tools': () => structuredClone(tools),
    }
    return Object.entries(ways).map(([name, make]) => ({ name, count, ...compare(make, tools, compile, prepare) }))
  })
}

function compare(make, tools, compile, prepare) {
  const rounds = interleave(
    {
      // The peer knows lists only, and makes no difference between old and new ones.
      peer: () => timedRequests(prepare, () => tools),
      ours: () => timedRequests(compile, make),
    },
    { warmUp: 5, rounds: 15 },
  )
  const micros = (side) => 1e3 * median(rounds.map((round) => round[side]))
  return {
    peerMicros: micros('peer'),
    oursMicros: micros('ours'),
    ratio: median(rounds.map(({ ours, peer }) => ours / peer)),
  }
}

/** Milliseconds for a request. The sets are made beforehand: writing them down is the caller's own cost. */
function timedRequests(act, make) {
  const sets = Array.from({ length: requests }, make)
  const start = performance.now()
  for (const set of sets) act(set)
  return (performance.now() - start) / requests
}

/** Tools as the AI SDK hands them to a model; each has a schema object of its own. */
function makeTools(count) {
  const schemas = Object.values(ownSchemas)
  return Array.from({ length: count }, (_, index) => ({
    type: 'function',
    name: `tool_${index}`,
    description: `Does what tool ${index} does.`,
    inputSchema: structuredClone(schemas[index % schemas.length]),
  }))
}
