import { describe, expect, test } from 'vitest'
import { createEmulator } from '../../src/emulator/index.ts'
import { compileTools } from '../../src/index.ts'

/** A hand-written tool: `required` stands on the properties. */
const parameters = {
  type: 'object',
  properties: {
    city: { type: 'string', description: 'The city.', required: true },
    days: { type: 'integer', required: false },
  },
}
const spec = { name: 'get_forecast', description: 'The weather of the next days.', parameters }

async function generate(tools: unknown) {
  const request = new Request('http://localhost/v1beta/models/gemini-3-flash-preview:generateContent', {
    method: 'POST',
    headers: { 'x-goog-api-key': 'any' },
    body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'The forecast for Graz?' }] }], tools }),
  })
  const response = await createEmulator()(request)
  return { status: response.status, body: await response.json() }
}

describe('boolean required on the emulator (E7)', () => {
  test('as it is, it is a 400 that names each place (E7)', async () => {
    const { status, body } = await generate([{ functionDeclarations: [spec] }])
    expect(status).toBe(400)
    const at = (index: number) => `tools[0].function_declarations[0].parameters.properties[${index}].value.required`
    expect(body.error.message).toBe(
      `Invalid value at '${at(0)}' (TYPE_STRING), true\nInvalid value at '${at(1)}' (TYPE_STRING), false`,
    )
  })

  test('converted, it is a 200, and the call has what is required (E7)', async () => {
    const compiled = compileTools([spec], { to: 'gemini' })
    const { status, body } = await generate(compiled.tools)
    expect(status).toBe(200)
    const { functionCall } = body.candidates[0].content.parts[0]
    expect(compiled.receiveCall(functionCall)).toMatchObject({
      toolName: 'get_forecast',
      input: { city: expect.any(String) },
      issues: [],
    })
  })
})
