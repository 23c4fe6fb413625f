/**
 * Peers are driven through the call that their users make, and what they would send is taken from the request. Most
 * of them use the global `fetch`, so that is what is replaced, once, for the whole process.
 */

const answer = { candidates: [{ content: { role: 'model', parts: [{ text: 'ok' }] }, finishReason: 'STOP', index: 0 }] }

let bodies = []

/** A `fetch` that answers like Gemini and keeps what was sent. */
export async function fakeFetch(input, init) {
  const text = init?.body ?? (typeof input === 'object' && 'text' in input ? await input.text() : '{}')
  bodies.push(JSON.parse(typeof text === 'string' ? text : new TextDecoder().decode(text)))
  return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
}

/** Whoever reaches for the network gets the fake one: the benchmark never leaves the machine. */
export function replaceFetch() {
  globalThis.fetch = fakeFetch
}

/** Runs a call, and returns the one function declaration of the request that it made. */
export async function declarationOf(call) {
  bodies = []
  await call()
  const declarations = bodies.flatMap((body) => [body.tools ?? []].flat()).flatMap(declarationsOf)
  if (bodies.length !== 1 || declarations.length !== 1) {
    throw new Error(`Expected one request with one declaration, saw ${bodies.length} with ${declarations.length}.`)
  }
  return declarations[0]
}

function declarationsOf(tool) {
  return tool.functionDeclarations ?? tool.function_declarations ?? []
}

/** What a declaration says about its parameters: the field that the peer chose, and the schema in it. */
export function parametersOf(declaration) {
  // JSON has no undefined: what is measured is what would be on the wire.
  const { parameters, parametersJsonSchema } = JSON.parse(JSON.stringify(declaration))
  if (parametersJsonSchema !== undefined) return { field: 'parametersJsonSchema', schema: parametersJsonSchema }
  if (parameters !== undefined) return { field: 'parameters', schema: parameters }
  return { field: 'none', schema: {} }
}

/** The tool that every schema is made into. */
export const toolName = 'the_tool'
export const toolDescription = 'Does what the case needs.'
