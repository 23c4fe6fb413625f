import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readDocument } from './documents.ts'
import { runSnippet } from './run-snippet.ts'

/** The code blocks after `@example` in the comments of a source. */
function examplesOf(path: string): string[] {
  const { text } = readDocument(path)
  return [...text.matchAll(/@example\n \* ```ts\n([\s\S]*?) \* ```/g)].map(([, code]) =>
    code!.replaceAll(/^ \* ?/gm, ''),
  )
}

describe('the example of compileSchema', () => {
  const [code] = examplesOf('src/schema/compile.ts')

  test('shows a record as a list of entries, reported, and turned back', async () => {
    const { values, claims } = await runSnippet(code!, ['compiled.schema', 'compiled.changes'])
    expect(values.get('compiled.schema')).toMatchObject({
      properties: { scores: { type: 'ARRAY', items: { properties: { key: {}, value: {} } } } },
    })
    expect(values.get('compiled.changes')).toContainEqual(
      expect.objectContaining({ at: '/properties/scores', code: 'record-to-entries', effect: 'encoded' }),
    )
    expect(claims).toMatchObject([{ claimed: { scores: { ada: 10 } } }])
    expect(claims[0]!.actual).toEqual(claims[0]!.claimed)
  })
})

describe('the example of ToolfitError', () => {
  const [code] = examplesOf('src/core/errors.ts')

  test('prints the code and the place that its comment names', async () => {
    const { printed } = await runSnippet(code!)
    expect(printed).toEqual(['schema-impossible '])
    expect(code).toContain("// schema-impossible, ''")
  })
})

describe('the example of normaliseRequired', () => {
  const [code] = examplesOf('src/schema/read/normalise-required.ts')

  test('returns what the comment below it says', async () => {
    const [call, comment] = code!.trimEnd().split('\n').slice(-2)
    const { claims } = await runSnippet(code!.replace(`${call}\n${comment}`, `${call} ${comment}`))
    expect(claims).toHaveLength(1)
    expect(claims[0]!.actual).toEqual(claims[0]!.claimed)
    expect(claims[0]!.claimed).toMatchObject({ required: ['city'] })
  })
})

describe('the examples of compileTools and compileToolsAsync', () => {
  const [code, asyncCode] = examplesOf('src/tools/compile-tools.ts')

  test('show a fitted name and a record, and the call that comes back', async () => {
    const { values } = await runSnippet(code!, ['compiled.tools', 'compiled.changes'])
    expect(values.get('compiled.tools')).toMatchObject([{ functionDeclarations: [{ name: 'notes_add' }] }])
    expect(code).toContain("[{ functionDeclarations: [{ name: 'notes_add', … }] }]")
    expect(values.get('compiled.changes')).toMatchObject([
      { tool: 'notes/add', code: 'name-fitted' },
      { tool: 'notes/add', at: '/properties/tags', code: 'record-to-entries' },
      { implicit: true },
    ])
    await expectClaims(code!, 1)
  })

  test('await a promised schema', async () => {
    await expectClaims(asyncCode!, 1)
  })
})

describe('the examples of compileResponse and compileResponseAsync', () => {
  const [code, asyncCode] = examplesOf('src/tools/compile-response.ts')

  test('return what their comments say', async () => {
    await expectClaims(code!, 3)
    await expectClaims(asyncCode!, 1)
  })
})

describe('the examples of createEmulator and startEmulator', () => {
  test('return what their comments say', async () => {
    await expectClaims(examplesOf('src/emulator/app.ts')[0]!, 1)
    await expectClaims(examplesOf('src/emulator/server.node.ts')[0]!, 1)
  })
})

/** Examples that are nothing but claims: how many each makes. */
const claimed: Readonly<Record<string, readonly number[]>> = {
  // Types have nothing to claim. It runs.
  'src/core/message.ts': [0],
  'src/history/check.ts': [1],
  'src/history/estimate-tokens.ts': [1],
  'src/history/history-manager.ts': [3],
  'src/history/prune.ts': [2],
  'src/history/prune/prune-messages.ts': [1],
  'src/history/repair.ts': [2],
  'src/models/anthropic/anthropic.ts': [1],
  'src/models/gemini/gemini.ts': [1],
  'src/models/gemini/model-traits.ts': [2],
  'src/models/openai/openai.ts': [1],
  'src/models/versions/any-model.ts': [0],
  'src/bridges/ai-sdk/fit-model.ts': [1],
  'src/runtime/agent/agent.ts': [0],
  'src/runtime/calls/tool-fingerprint.ts': [1],
  'src/runtime/chat/ui-message-chunk-schema.ts': [1],
  'src/runtime/agent/agent-ui-stream.ts': [1],
  'src/runtime/agent/tool-loop-agent.ts': [2],
  'src/runtime/chat/convert-to-model-messages.ts': [1],
  'src/runtime/chat/last-assistant-message.ts': [1],
  'src/runtime/chat/validate-ui-messages.ts': [1],
  'src/runtime/generate-text.ts': [2],
  'src/runtime/loop/end-run.ts': [0],
  'src/runtime/errors/ai-sdk-error.ts': [4],
  'src/runtime/object/generate-object.ts': [1],
  'src/runtime/object/stream-object.ts': [1],
  'src/runtime/output/output.ts': [0],
  'src/runtime/providers/custom-provider.ts': [1],
  'src/runtime/providers/extract-reasoning-middleware.ts': [2],
  'src/runtime/providers/provider-registry.ts': [1],
  'src/runtime/providers/wrap-language-model.ts': [2],
  'src/runtime/streams/parse-json-event-stream.ts': [1],
  'src/runtime/streams/parse-partial-json.ts': [2],
  'src/runtime/streams/simulate-readable-stream.ts': [1],
  'src/runtime/result/step.ts': [1],
  'src/runtime/result/tool-parts.ts': [0],
  'src/runtime/run/stop-when.ts': [0, 0, 0, 0],
  'src/runtime/run/tool-caller.ts': [1],
  'src/runtime/run/tool-hooks.ts': [0, 0, 0, 0],
  'src/runtime/stream-text.ts': [1],
  'src/runtime/telemetry/telemetry-integration.ts': [0],
  'src/runtime/telemetry/tracing-api.ts': [0],
  'src/runtime/transform/smooth-stream.ts': [1],
  'src/runtime/ui/create-ui-message-stream.ts': [1],
  'src/runtime/ui/ids.ts': [1],
  'src/runtime/ui/read-ui-message-stream.ts': [1],
  'src/runtime/ui/stream-helpers.ts': [1],
  'src/runtime/ui/ui-message.ts': [1],
  'src/runtime/ui/ui-message-parts.ts': [1],
  'src/runtime/ui/ui-responses.ts': [1],
  'src/tools/flexible-schema.ts': [0],
  'src/tools/infer-tool.ts': [0, 0],
  'src/tools/json-schema.ts': [0],
  'src/tools/tool-options.ts': [0],
  'src/tools/tool.ts': [0, 0, 0],
  'src/testing/emulated-gemini.ts': [3],
  'src/testing/mock-language-model.ts': [2],
  'src/tools/zod-schema.ts': [0, 1],
  'src/wire/anthropic/decode-request.ts': [2],
  'src/wire/anthropic/error.ts': [2],
  'src/wire/anthropic/decode-response.ts': [2],
  'src/wire/anthropic/encode-request.ts': [2],
  'src/wire/anthropic/stream-decoder.ts': [2],
  'src/wire/gemini/error.ts': [1],
  'src/wire/gemini/decode-request.ts': [1],
  'src/wire/gemini/decode-response.ts': [2],
  'src/wire/gemini/encode-request.ts': [1],
  'src/wire/gemini/encode-response.ts': [1],
  'src/wire/gemini/stream-decoder.ts': [2],
  'src/wire/openai-chat/error.ts': [1, 1],
  'src/wire/openai-chat/decode-request.ts': [2],
  'src/wire/openai-chat/decode-response.ts': [2],
  'src/wire/openai-chat/encode-request.ts': [1],
  'src/wire/openai-chat/encode-response.ts': [1],
  'src/wire/openai-chat/stream-decoder.ts': [2],
  'src/wire/openai-chat/stream-encoder.ts': [1],
}

test.each(Object.entries(claimed))('the examples of %s return what their comments say', async (path, counts) => {
  const examples = examplesOf(path)
  expect(examples).toHaveLength(counts.length)
  for (const [index, code] of examples.entries()) await expectClaims(code, counts[index]!)
})

async function expectClaims(code: string, count: number): Promise<void> {
  const { claims } = await runSnippet(code)
  expect(claims).toHaveLength(count)
  for (const { line, claimed, actual } of claims) expect(actual, line).toEqual(claimed)
}

test('no example of the public surface is left unchecked', () => {
  const models = ['gemini', 'openai', 'anthropic'].map((name) => `src/models/${name}`)
  const found = [
    'src/schema',
    'src/emulator',
    'src/history',
    ...models,
    'src/bridges/ai-sdk',
    'src/testing',
    'src',
  ].flatMap((folder) => {
    const { text } = readDocument(`${folder}/index.ts`)
    return [...text.matchAll(/from '(.+?)'/g)].map(([, file]) => posix.join(folder, file!))
  })
  const withExamples = [...new Set(found)].filter((path) => examplesOf(path).length > 0)
  const others = [
    'src/core/errors.ts',
    'src/emulator/app.ts',
    'src/schema/compile.ts',
    'src/schema/read/normalise-required.ts',
    'src/tools/compile-response.ts',
    'src/tools/compile-tools.ts',
  ]
  expect(withExamples.toSorted()).toEqual([...others, ...Object.keys(claimed)].toSorted())
})
