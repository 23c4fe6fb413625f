import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { createGoogleGenerativeAI as create4 } from '@ai-sdk/google'
import { createGoogleGenerativeAI as create3 } from 'ai-sdk-google-3'

/** Targets for Gemini, in the order of the tables. */
const targets = ['gemini', 'gemini-json', 'gemini-auto']

/**
 * A build of Toolfit, once for every target that it has.
 * @param dist the folder of a build
 */
export async function loadToolfit(dist, label) {
  const { compileSchema } = await import(new URL('schema/index.js', dist).href)
  const isKnown = (to) => {
    try {
      return compileSchema({ type: 'string' }, { to }) !== undefined
    } catch (error) {
      if (error.code === 'dialect-unknown') return false
      throw error
    }
  }
  return targets.filter(isKnown).map((to) => ({
    id: `${to}, ${label}`,
    dialect: to,
    label,
    convert: async (source) => {
      const { schema, changes, dialect = to } = compileSchema(source, { to, root: 'object' })
      if (isPlaceholder(schema)) return { schema: {}, changes, field: 'none' }
      return { schema, changes, field: dialect === 'gemini' ? 'parameters' : 'parametersJsonSchema' }
    },
  }))
}

/** A tool without parameters is declared without a schema: see `compileTools`. */
function isPlaceholder({ properties = {} }) {
  const [only, ...others] = Object.values(properties)
  return others.length === 0 && only?.description?.startsWith('Not used.') === true
}

const answer = { candidates: [{ content: { role: 'model', parts: [{ text: 'ok' }] }, finishReason: 'STOP', index: 0 }] }
const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }]

/** The AI SDK's converters, asked as `generateText` asks them: the declaration is taken from the request. */
export const peers = [createPeer('ai-sdk-google-3', create3), createPeer('@ai-sdk/google', create4)]

function createPeer(folder, create) {
  const manifest = new URL(`node_modules/${folder}/package.json`, import.meta.url)
  let body
  const fetch = async (_, init) => {
    body = JSON.parse(init.body)
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
  }
  const model = create({ apiKey: 'none', fetch })('gemini-2.5-flash')
  return {
    id: `@ai-sdk/google ${JSON.parse(readFileSync(manifest, 'utf8')).version}`,
    convert: async (inputSchema) => {
      const tool = { type: 'function', name: 'the_tool', description: 'Does it.', inputSchema }
      await model.doGenerate({ prompt, tools: [tool], toolChoice: { type: 'auto' } })
      const { parameters, parametersJsonSchema } =
        body.tools.functionDeclarations?.[0] ?? body.tools[0].functionDeclarations[0]
      if (parametersJsonSchema !== undefined) return { schema: parametersJsonSchema, field: 'parametersJsonSchema' }
      return parameters === undefined ? { schema: {}, field: 'none' } : { schema: parameters, field: 'parameters' }
    },
  }
}

/** A folder on the command line, as an address that modules resolve against. */
export const folderUrl = (path) => pathToFileURL(`${path.replace(/\/+$/, '')}/`)
