import { expect, test } from 'vitest'
import { errorParam } from './error-param.ts'

test.each([
  ['tools[0].function_declarations[2].parameters.properties[x].type', 'tools[2].function.parameters'],
  ['tools[0].function_declarations[2].name', 'tools[2].function.name'],
  ['tools[0].function_declarations[2]', 'tools[2].function'],
  ['GenerateContentRequest.generation_config.temperature', 'temperature'],
  ['generationConfig.responseSchema.properties', 'response_format'],
  ['generation_config.thinking_config.thinking_budget', 'reasoning_effort'],
  ['contents[3].parts[0].inline_data', 'messages'],
  ['tool_config.function_calling_config', 'tool_choice'],
  ['constructor', undefined],
  ['something.else', undefined],
])('Google’s %s is the client’s %s', (param, expected) => {
  expect(errorParam({ message: 'Bad.', param, isRetryable: false })).toBe(expected)
})

test('the path may stand in the text alone', () => {
  const message = '* GenerateContentRequest.tools[0].function_declarations[1].parameters.type: must be OBJECT'
  expect(errorParam({ message, isRetryable: false })).toBe('tools[1].function.parameters')
  const unknown = `Invalid JSON payload received. Unknown name "x" at 'generation_config.top_p': Cannot find field.`
  expect(errorParam({ message: unknown, isRetryable: false })).toBe('top_p')
  expect(errorParam({ message: 'Something is wrong.', isRetryable: false })).toBeUndefined()
})
