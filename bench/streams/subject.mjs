import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = fileURLToPath(new URL('../../node_modules/.cache/toolfit-streams/', import.meta.url))
const modules = ['gemini/stream-decoder', 'openai-chat/stream-decoder', 'anthropic/stream-decoder', 'sse']

/** The decoders, built from the sources as they are now, as `npm run build` would. */
export async function loadDecoders() {
  mkdirSync(folder, { recursive: true })
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(modules.map((name) => [name, `src/wire/${name}.ts`])),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  })
  const [gemini, openai, anthropic, sse] = await Promise.all(modules.map((name) => import(`${folder}${name}.mjs`)))
  let ids = 0
  const nextId = () => `call_${ids++}`
  return {
    createSse: sse.createSseDecoder,
    decoders: {
      Gemini: () => gemini.createStreamDecoder({ origin: { keys: ['google'], family: '3.0' }, nextId }),
      OpenAI: () => openai.createStreamDecoder({ optionsKey: 'openai', nextId }),
      Anthropic: () => anthropic.createStreamDecoder({ nextId }),
    },
  }
}
