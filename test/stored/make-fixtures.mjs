/**
 * Has a released version of Toolfit write what users store: wire arguments, histories with replays, and records of a gateway.
 *
 *     node test/stored/make-fixtures.mjs <dist of that version> <version>
 *
 * `written-by-0.1.json` was made from commit 01fc828, the last of 0.1. A file is never made anew: it stands for what users have.
 */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { awkwardSchemas } from './awkward-schemas.mjs'

const [folder, version] = process.argv.slice(2)
const load = (path) => import(new URL(path, pathToFileURL(`${folder}/`)).href)
const { compileSchema } = await load('schema/index.js')
const { generateText, tool, jsonSchema, stepCountIs } = await load('index.js')
const { HistoryManager } = await load('history/index.js')
const { createGateway } = await load('gateway/index.js')
const models = {
  gemini: (await load('models/gemini/index.js')).gemini,
  openai: (await load('models/openai/index.js')).openai,
  anthropic: (await load('models/anthropic/index.js')).anthropic,
}

const dialects = ['gemini', 'gemini-json', 'vertex', 'openai-strict', 'anthropic']

const encodings = Object.entries(awkwardSchemas).map(([title, { source, values }]) => ({
  title,
  source,
  values: values.map((value) => {
    const wires = dialects.map((to) => [to, compileSchema(source, { to, root: 'object' }).encode(value)])
    // A dialect that is not named sent the value itself.
    return { value, wires: Object.fromEntries(wires.filter(([, wire]) => !isDeepStrictEqual(wire, value))) }
  }),
}))

/** The tools of a conversation, and one call of each. */
const called = [
  'a record',
  'a tuple',
  'an enum of anything',
  'numbers in a row',
  'any value',
  'a URI or nothing',
  'any of two properties',
  'a record or a list',
]
const tools = called.map((title, index) => ({ name: `tool_${index}`, title, ...awkwardSchemas[title] }))

/** A server that calls every tool in its first answer, with the arguments in the shape that it was asked for, and then says a word. */
function createServer(write, dialect) {
  let isFirst = true
  return async () => {
    const calls = tools.map(({ name, source, values: [value] }, index) => ({
      name,
      id: `call_${index}`,
      args: compileSchema(source, { to: dialect, root: 'object' }).encode(value),
    }))
    const body = write(isFirst ? calls : [])
    isFirst = false
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  }
}

const writers = {
  gemini: (calls) => ({
    candidates: [
      {
        content: {
          role: 'model',
          parts:
            calls.length === 0
              ? [{ text: 'Done.' }]
              : calls.map(({ name, args, id }, index) => ({
                  functionCall: { id, name, args },
                  ...(index === 0 && { thoughtSignature: 'c2lnbmF0dXJl' }),
                })),
        },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  }),
  openai: (calls) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-5',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: calls.length === 0 ? 'Done.' : null,
          ...(calls.length > 0 && {
            tool_calls: calls.map(({ id, name, args }) => ({
              id,
              type: 'function',
              function: { name, arguments: JSON.stringify(args) },
            })),
          }),
        },
        finish_reason: calls.length === 0 ? 'stop' : 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  }),
  anthropic: (calls) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content:
      calls.length === 0
        ? [{ type: 'text', text: 'Done.' }]
        : calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args })),
    stop_reason: calls.length === 0 ? 'end_turn' : 'tool_use',
    usage: { input_tokens: 10, output_tokens: 5 },
  }),
}

const modelIds = { gemini: 'gemini-3-flash-preview', openai: 'gpt-5', anthropic: 'claude-sonnet-4-5' }
const modelDialects = { gemini: 'gemini', openai: 'openai-strict', anthropic: 'anthropic' }

async function converse(provider) {
  const dialect = modelDialects[provider]
  const settings = {
    apiKey: 'none',
    maxRetries: 0,
    fetch: createServer(writers[provider], dialect),
    ...(provider === 'openai' && { strict: true }),
  }
  const prompt = 'Call every tool.'
  const { response } = await generateText({
    model: models[provider](modelIds[provider], settings),
    prompt,
    stopWhen: stepCountIs(3),
    tools: Object.fromEntries(
      tools.map(({ name, title, source }) => [
        name,
        tool({ description: title, inputSchema: jsonSchema(source), execute: () => 'ok' }),
      ]),
    ),
  })
  const history = new HistoryManager({ profile: provider })
  history.append({ role: 'user', content: prompt }, ...response.messages)
  return { provider, stored: JSON.parse(JSON.stringify(history)) }
}

/** What a gateway puts into its store for calls that it handed out, and what the client got. */
async function runGateway() {
  const records = {}
  const signatures = {
    get: async () => new Map(),
    set: async (_, entries) => Object.assign(records, Object.fromEntries(entries)),
  }
  const gateway = createGateway({
    apiKey: 'none',
    maxRetries: 0,
    signatures,
    fetch: createServer(writers.gemini, 'gemini'),
  })
  const body = {
    model: modelIds.gemini,
    messages: [{ role: 'user', content: 'Call every tool.' }],
    tools: tools.map(({ name, title, source }) => ({
      type: 'function',
      function: { name, description: title, parameters: source },
    })),
  }
  const headers = { 'content-type': 'application/json' }
  const request = new Request('http://localhost/v1/chat/completions', {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const answer = await (await gateway(request)).json()
  return { records, message: answer.choices[0].message }
}

const conversations = []
for (const provider of Object.keys(models)) conversations.push(await converse(provider))
const fixture = {
  version,
  tools: tools.map(({ name, title }) => ({ name, title })),
  conversations,
  gateway: await runGateway(),
  encodings,
}
writeFileSync(new URL(`written-by-${version}.json`, import.meta.url), `${JSON.stringify(fixture, null, 2)}\n`)
process.exit()
