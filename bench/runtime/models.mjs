/**
 * Models that cost next to nothing: what they give lies ready. One for each version of the specification, so that every library gets the
 * one that it takes as it is.
 */

const usages = {
  v2: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
  v3: {
    inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 5, text: 5, reasoning: 0 },
  },
}
usages.v4 = usages.v3

const reasonOf = (version, reason) => (version === 'v2' ? reason : { unified: reason, raw: reason })

function createModel(version, { doGenerate, doStream }) {
  return {
    specificationVersion: version,
    provider: 'bench',
    modelId: 'bench',
    supportedUrls: {},
    doGenerate: doGenerate ?? unexpected,
    doStream: doStream ?? unexpected,
  }
}

async function unexpected() {
  throw new Error('This model is asked for something else.')
}

/** Calls `weather` in every step but the last. Each step adds two messages to a prompt that begins with one. */
export function callingModel(version, steps) {
  const ending = (reason) => ({ finishReason: reasonOf(version, reason), usage: usages[version], warnings: [] })
  const input = JSON.stringify({ city: 'Rome', days: 3, unit: 'celsius' })
  const answer = { ...ending('stop'), content: [{ type: 'text', text: 'It is sunny.' }] }
  const calls = Array.from({ length: steps - 1 }, (_, step) => ({
    ...ending('tool-calls'),
    content: [{ type: 'tool-call', toolCallId: `call-${step}`, toolName: 'weather', input }],
  }))
  return createModel(version, { doGenerate: async ({ prompt }) => calls[(prompt.length - 1) / 2] ?? answer })
}

/** Streams so many pieces of text, each a text of its own, made when it is asked for. */
export function streamingModel(version, deltas) {
  return createModel(version, { doStream: async () => ({ stream: streamOf(version, deltas) }) })
}

export function streamOf(version, deltas) {
  const before = [
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', id: 'r', modelId: 'bench', timestamp: new Date(0) },
    { type: 'text-start', id: '1' },
  ]
  const after = [
    { type: 'text-end', id: '1' },
    { type: 'finish', finishReason: reasonOf(version, 'stop'), usage: usages[version] },
  ]
  let at = 0
  return new ReadableStream({
    pull(controller) {
      const index = at++ - before.length
      if (index < 0) controller.enqueue(before[at - 1])
      else if (index < deltas) controller.enqueue({ type: 'text-delta', id: '1', delta: `word ${index} ` })
      else if (index < deltas + after.length) controller.enqueue(after[index - deltas])
      else controller.close()
    },
  })
}
