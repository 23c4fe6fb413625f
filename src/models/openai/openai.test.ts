import { expect, test } from 'vitest'
import { openai } from './openai.ts'

async function formatFor(options: Record<string, boolean>, strict?: boolean): Promise<unknown> {
  let body: Record<string, unknown> = {}
  const fetch = async (_url: string, init: RequestInit) => {
    body = JSON.parse(String(init.body)) as Record<string, unknown>
    return Response.json({ choices: [{ message: { content: '{}' }, finish_reason: 'stop' }] })
  }
  await openai('gpt-5.2', { apiKey: 'a', fetch, strict }).doGenerate({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    responseFormat: { type: 'json', schema: { type: 'object', properties: { a: { type: 'string' } } } },
    providerOptions: { openai: options },
  })
  return body['response_format']
}

test('strictJsonSchema holds the answer to the schema, whatever holds for tools', async () => {
  const strict = { type: 'json_schema', json_schema: { strict: true, schema: { required: ['a'] } } }
  expect(await formatFor({ strictJsonSchema: true })).toMatchObject(strict)
  expect(await formatFor({ strictJsonSchema: false }, true)).not.toMatchObject(strict)
})

test('structuredOutputs: false asks for JSON, and for its form in words', async () => {
  expect(await formatFor({ structuredOutputs: false })).toEqual({ type: 'json_object' })
})
