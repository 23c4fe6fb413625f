import { describe, expect, test } from 'vitest'
import { createEmulator } from '../../src/emulator/index.ts'
import { compileTools } from '../../src/index.ts'

/** The document's worked example, before. */
const getWeather = {
  type: 'function',
  function: {
    name: 'get_weather',
    strict: true,
    parameters: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { location: { type: 'string', exclusiveMinimum: 0 }, units: { const: 'celsius' } },
      additionalProperties: false,
      required: ['location'],
    },
  },
}

/** The errors that the document quotes. */
const quoted = [
  `Invalid JSON payload received. Unknown name "exclusiveMinimum" at 'tools[0].function_declarations[0].parameters.properties[0].value': Cannot find field.`,
  `Invalid JSON payload received. Unknown name "$schema" at 'tools[0].function_declarations[0].parameters': Cannot find field.`,
]

async function generate(tools: unknown) {
  const request = new Request('http://localhost/v1beta/models/gemini-2.5-flash:generateContent', {
    method: 'POST',
    headers: { 'x-goog-api-key': 'any' },
    body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'The weather in Graz?' }] }], tools }),
  })
  const response = await createEmulator()(request)
  return { status: response.status, body: await response.json() }
}

describe('the worked example on the emulator (B7)', () => {
  const { name, parameters } = getWeather.function

  test('unconverted, it draws both errors that the document quotes, word by word (B7)', async () => {
    const { status, body } = await generate([{ functionDeclarations: [{ name, parameters }] }])
    expect(status).toBe(400)
    const lines: string[] = body.error.message.split('\n')
    for (const line of quoted) expect(lines).toContain(line)
    // The document quotes "errors like" these: the other two keywords that Gemini does not know are told beside them.
    expect(lines.filter((line) => !quoted.includes(line))).toEqual([
      `Invalid JSON payload received. Unknown name "const" at 'tools[0].function_declarations[0].parameters.properties[1].value': Cannot find field.`,
      `Invalid JSON payload received. Unknown name "additionalProperties" at 'tools[0].function_declarations[0].parameters': Cannot find field.`,
    ])
    const violations: { description: string }[] = body.error.details[0].fieldViolations
    expect(violations.map(({ description }) => description)).toEqual(lines)
  })

  test('with the two keywords of those errors alone, it draws exactly these two (B7)', async () => {
    const { $schema, type, properties, required } = parameters
    const alone = { type, properties: { location: properties.location }, required, $schema }
    const { status, body } = await generate([{ functionDeclarations: [{ name, parameters: alone }] }])
    expect([status, body.error.message]).toEqual([400, quoted.join('\n')])
  })

  test('converted, it gets 200, and is called (B7)', async () => {
    const { status, body } = await generate(compileTools([getWeather], { to: 'gemini' }).tools)
    expect(status).toBe(200)
    expect(body.candidates[0].content.parts[0].functionCall.name).toBe('get_weather')
  })
})
