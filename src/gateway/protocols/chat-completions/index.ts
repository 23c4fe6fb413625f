import { type HttpAnswer, jsonAnswer } from '../../../core/http.ts'
import type { JsonObject } from '../../../core/json.ts'
import { encodeError } from '../../../wire/openai-chat/error.ts'
import { answer } from '../../ask/answer.ts'
import { answerStream } from '../../ask/answer-stream.ts'
import type { AskContext } from '../../ask/ask.ts'
import { listModels } from '../../ask/list-models.ts'
import type { BodyRoom } from '../../body/body-budget.ts'
import { readJson } from '../../body/read-json.ts'
import type { GatewayDependencies } from '../../dependencies.ts'
import type { RequestPauses } from '../../turns.ts'
import type { Protocol, ProtocolCall } from '../protocol.ts'
import { modelNotFound, refusalOf } from './error.ts'
import { readChatRequest } from './read.ts'
import { writeAnswer } from './write.ts'
import { writeStream } from './write-stream.ts'

/** OpenAI's chat completions. */
export const chatCompletions: Protocol = {
  routes: [
    { method: 'POST', path: '/v1/chat/completions', handle: complete },
    { method: 'GET', path: '/v1/models', handle: getModels },
    { method: 'GET', path: '/v1/models/:model{.+}', name: '/v1/models/:model', handle: getModel },
  ],
  refusalOf,
  encodeRefusal: ({ wire }) => encodeError(wire),
}

/** `POST /v1/chat/completions`. */
async function complete(call: ProtocolCall, gateway: GatewayDependencies): Promise<HttpAnswer> {
  const room = gateway.bodies.open(call.client.id)
  try {
    return await completeWith(call, gateway, room)
  } finally {
    room.release()
  }
}

async function completeWith(
  { request, readBody, client, record, share }: ProtocolCall,
  { config, upstream, toolLists, turns }: GatewayDependencies,
  { take, multiply }: BodyRoom,
): Promise<HttpAnswer> {
  const parser = { name: 'tools', parse: (json: string) => toolLists.parse(json, client.id) }
  let pauses: RequestPauses | undefined
  // They begin with the first one, when the body is there: until then the request waits, and does not work.
  const begun = () => (pauses ??= turns.createPauses(client.id))
  const reading = () => begun().reading()
  const { decodeText } = config
  const body = await readJson(request, config, { parser, pause: reading, take, readBody, decodeText })
  const chat = await readChatRequest(body, config, toolLists, reading)
  multiply(chat.ask.count)
  record.stream = chat.stream
  const context: AskContext = {
    client,
    record,
    share,
    abortSignal: request.signal,
    pause: begun().answering,
  }
  const reply = {
    chat,
    context,
    wantsReport: /^(1|true)$/i.test(request.headers.get('x-toolfit-report') ?? ''),
    id: `chatcmpl-${record.id}`,
    created: Math.floor(config.now() / 1000),
  }
  return chat.stream
    ? writeStream(await answerStream(chat.ask, context, upstream), reply, config.keepAliveMs)
    : writeAnswer(await answer(chat.ask, context, upstream), reply)
}

/** `GET /v1/models`. */
async function getModels({ request, client }: ProtocolCall, { upstream }: GatewayDependencies): Promise<HttpAnswer> {
  const ids = await listModels(upstream, client, request.signal)
  return jsonAnswer({ object: 'list', data: ids.map(encodeModel) })
}

/** `GET /v1/models/:model`. */
async function getModel(call: ProtocolCall, { upstream }: GatewayDependencies): Promise<HttpAnswer> {
  const id = call.param('model').replace(/^models\//, '')
  if (!(await listModels(upstream, call.client, call.request.signal)).includes(id)) throw modelNotFound(id)
  return jsonAnswer(encodeModel(id))
}

function encodeModel(id: string): JsonObject {
  return { id, object: 'model', created: 0, owned_by: 'google' }
}
