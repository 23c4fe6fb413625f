import { fileURLToPath } from 'node:url'
import { cores, freePort, spawnOn } from './processes.mjs'
import { model } from './scenarios.mjs'

const path = '/v1/chat/completions'
const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url))

/** Each one as its documents start it, without a log of requests: the command, and how a client asks it. */
const recipes = {
  toolfit: ({ port, upstream, entry, flags = [] }) => ({
    args: [entry, 'serve', '--quiet', '--port', String(port), ...flags],
    env: { GEMINI_API_KEY: 'bench', GEMINI_BASE_URL: `${upstream}/v1beta` },
    target: { path, model, headers: {} },
  }),
  portkey: ({ port, upstream }) => ({
    args: [fileOf('node_modules/@portkey-ai/gateway/build/start-server.js'), `--port=${port}`, '--headless'],
    env: { NODE_ENV: 'production' },
    target: {
      path,
      model,
      headers: {
        'x-portkey-provider': 'google',
        'x-portkey-custom-host': upstream,
        authorization: 'Bearer bench',
      },
    },
  }),
  musistudio: ({ port, upstream }) => ({
    args: [fileOf('musistudio-server.mjs')],
    env: { PORT: String(port), GEMINI_BASE_URL: `${upstream}/v1beta`, NODE_ENV: 'production' },
    target: { path, model: `gemini,${model}`, headers: {} },
  }),
}

export const gatewayNames = Object.keys(recipes)

/**
 * Starts a gateway on its core. It may not listen yet: `untilReady` of bench.mjs asks it.
 *
 * @param preload flags for Node, before the gateway's own
 * @param core where it runs; by default on the core of gateways
 */
export async function startGateway(name, { upstreamPort, entry, flags, preload = [], core = cores.gateway }) {
  const port = await freePort()
  const { args, env, target } = recipes[name]({ port, upstream: `http://127.0.0.1:${upstreamPort}`, entry, flags })
  const startedAt = process.hrtime.bigint()
  const { PATH, HOME } = process.env
  const child = spawnOn(core, [...preload, ...args], { env: { PATH, HOME, ...env } })
  return { name, child, pid: child.pid, startedAt, target: { ...target, name, port } }
}
