import { expect, test } from 'vitest'
import { formatSchemas, toolSchemas } from './request-schemas.ts'

test('finds the schemas of a request where clients put them', () => {
  const parameters = { type: 'object' }
  const params = (body: Record<string, unknown>) =>
    [...toolSchemas(body), ...formatSchemas(body)].map(({ param }) => param)
  expect(
    params({
      tools: [{ function: { name: 'a' } }, { function: { name: 'b', parameters } }, { name: 'c', parameters }],
    }),
  ).toEqual(['tools[1].function.parameters', 'tools[2].parameters'])
  expect(params({ functions: [{ name: 'a', parameters }] })).toEqual(['functions[0].parameters'])
  expect(params({ response_format: { json_schema: { schema: {} } } })).toEqual(['response_format'])
})
