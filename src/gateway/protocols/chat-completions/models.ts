import type { JsonObject } from '../../../core/json.ts'
import { listModels } from '../../ask/list-models.ts'
import type { GatewayDependencies } from '../../dependencies.ts'
import type { ProtocolCall } from '../protocol.ts'
import { modelNotFound } from './error.ts'

/** `GET /v1/models`. */
export async function getModels({ request }: ProtocolCall, { upstream }: GatewayDependencies): Promise<Response> {
  const ids = await listModels(upstream, request.signal)
  return Response.json({ object: 'list', data: ids.map(encodeModel) })
}

/** `GET /v1/models/:model`. */
export async function getModel(call: ProtocolCall, { upstream }: GatewayDependencies): Promise<Response> {
  const id = call.param('model').replace(/^models\//, '')
  if (!(await listModels(upstream, call.request.signal)).includes(id)) throw modelNotFound(id)
  return Response.json(encodeModel(id))
}

function encodeModel(id: string): JsonObject {
  return { id, object: 'model', created: 0, owned_by: 'google' }
}
