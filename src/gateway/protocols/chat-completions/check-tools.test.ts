import { expect, test } from 'vitest'
import { checkTools, formatSchemas, toolSchemas } from './check-tools.ts'

const look = { type: 'function', function: { name: 'look' } }
const allowed = (tools: unknown, mode: unknown = 'auto') => ({ type: 'allowed_tools', allowed_tools: { mode, tools } })

test.each([
  [{ tools: 5 }, 'tools', 'invalid_type'],
  [{ tools: {} }, 'tools', 'invalid_type'],
  [{ tools: [null] }, 'tools[0]', 'invalid_type'],
  [{ tools: [look, 'x'] }, 'tools[1]', 'invalid_type'],
  [{ tools: [{}] }, 'tools[0].function', 'missing_required_parameter'],
  [{ tools: [{ type: 'retrieval' }] }, 'tools[0].type', 'invalid_value'],
  [{ tools: [{ type: 'function', function: 'look' }] }, 'tools[0].function', 'invalid_type'],
  [{ tools: [{ type: 'function', function: {} }] }, 'tools[0].function.name', 'missing_required_parameter'],
  [{ tools: [{ type: 'function', function: { name: 5 } }] }, 'tools[0].function.name', 'invalid_type'],
  [{ tools: [{ function: { name: 'a'.repeat(1_001) } }] }, 'tools[0].function.name', 'string_above_max_length'],
  [{ tools: [{ function: { name: 'a', description: 5 } }] }, 'tools[0].function.description', 'invalid_type'],
  [{ tools: [{ function: { name: 'a', parameters: [] } }] }, 'tools[0].function.parameters', 'invalid_type'],
  [{ tools: [{ function: { name: 'a', parameters: 'x' } }] }, 'tools[0].function.parameters', 'invalid_type'],
  [{ tools: [{ function: { name: 'a', strict: 'yes' } }] }, 'tools[0].function.strict', 'invalid_type'],
  [{ functions: 'x' }, 'functions', 'invalid_type'],
  [{ functions: [{}] }, 'functions[0].name', 'missing_required_parameter'],
  [{ functions: [{ name: 'a', parameters: 5 }] }, 'functions[0].parameters', 'invalid_type'],
  [{ tool_choice: 5 }, 'tool_choice', 'invalid_type'],
  [{ tool_choice: 'sometimes' }, 'tool_choice', 'invalid_value'],
  [{ tool_choice: { type: 'function' } }, 'tool_choice.function.name', 'missing_required_parameter'],
  [{ tool_choice: { function: { name: 5 } } }, 'tool_choice.function.name', 'invalid_type'],
  [{ tool_choice: { type: 'allowed_tools' } }, 'tool_choice.tools', 'missing_required_parameter'],
  [{ tool_choice: allowed([], 'any') }, 'tool_choice.allowed_tools.mode', 'invalid_value'],
  [{ tool_choice: allowed('x') }, 'tool_choice.allowed_tools.tools', 'invalid_type'],
  [{ tool_choice: allowed([5]) }, 'tool_choice.allowed_tools.tools[0]', 'invalid_type'],
  [
    { tool_choice: allowed([{ name: { toString: 0 } }]) },
    'tool_choice.allowed_tools.tools[0].function.name',
    'invalid_type',
  ],
  [{ function_call: 'look' }, 'function_call', 'invalid_value'],
  [{ function_call: {} }, 'function_call.name', 'missing_required_parameter'],
  [{ response_format: {} }, 'response_format.type', 'missing_required_parameter'],
  [{ response_format: { type: 'xml' } }, 'response_format.type', 'invalid_value'],
  [{ response_format: { type: 'json_schema' } }, 'response_format.json_schema', 'missing_required_parameter'],
  [
    { response_format: { type: 'json_schema', json_schema: { schema: 5 } } },
    'response_format.json_schema.schema',
    'invalid_type',
  ],
])('%j is refused, with its place', (body, param, code) => {
  expect(() => checkTools(body, false)).toThrow(
    expect.objectContaining({ wire: expect.objectContaining({ param, code }) }),
  )
})

test.each([
  {},
  { tools: null, functions: null, tool_choice: null, response_format: null },
  { tools: [look, { name: 'bare', parameters: null }], tool_choice: 'any' },
  { tools: [look], tool_choice: { type: 'function', function: { name: 'look' } } },
  { tools: [look], tool_choice: { type: 'tool', name: 'look' } },
  { tools: [look], tool_choice: allowed([look]) },
  { functions: [{ name: 'look' }], function_call: { name: 'look' } },
  { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: {}, strict: null } } },
])('%j is taken', (body) => {
  expect(() => checkTools(body, false)).not.toThrow()
})

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
