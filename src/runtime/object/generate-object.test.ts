import { expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { runStateOf } from '../loop/end-run.ts'
import { generateObject } from './generate-object.ts'

const city = z.object({ city: z.string() })

test('an object is asked for with its schema, and validated', async () => {
  const model = scriptedModel(['{ "city": "Rome" }'])
  const result = await generateObject({ model, schema: city, schemaName: 'place', prompt: 'Rome' })
  expect(result.object).toEqual({ city: 'Rome' })
  expect(result.finishReason).toBe('stop')
  expect(model.calls[0]!.options.responseFormat).toMatchObject({
    type: 'json',
    name: 'place',
    schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  })
  const response = result.toJsonResponse({ headers: { 'x-a': '1' } })
  expect(await response.json()).toEqual({ city: 'Rome' })
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

test('a list, a word and any JSON can be asked for too', async () => {
  const ask = (text: string) => ({ model: scriptedModel([text]), prompt: 'x' })
  const list = await generateObject({ ...ask('{ "elements": [{ "city": "Rome" }] }'), output: 'array', schema: city })
  expect(list.object[0]?.city).toBe('Rome')
  const word = await generateObject({ ...ask('{ "result": "sad" }'), output: 'enum', enum: ['glad', 'sad'] })
  expect(word.object satisfies 'glad' | 'sad').toBe('sad')
  expect((await generateObject({ ...ask('[1]'), output: 'no-schema' })).object).toEqual([1])
})

test('an answer that does not fit is an error with the answer and its cause', async () => {
  const model = scriptedModel(['{ "city": 7 }'])
  const error = await generateObject({ model, schema: city, prompt: 'x' }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    name: 'AI_NoObjectGeneratedError',
    code: 'output-invalid',
    message: 'No object generated: response did not match schema.',
    text: '{ "city": 7 }',
    finishReason: 'stop',
    cause: { name: 'AI_TypeValidationError', cause: { name: 'ZodError' } },
  })
  expect(runStateOf(error)?.messages).toEqual([{ role: 'user', content: 'x' }])
})

test('repairText gets what is wrong, once', async () => {
  const seen: string[] = []
  const { object } = await generateObject({
    model: scriptedModel(['{ "city": "Rome"']),
    schema: city,
    prompt: 'x',
    repairText: async ({ text, error }) => {
      seen.push(error.name)
      return `${text}}`
    },
  })
  expect(object).toEqual({ city: 'Rome' })
  expect(seen).toEqual(['AI_JSONParseError'])
})

test('options that do not belong together are refused', async () => {
  const options = { model: scriptedModel(['{}']), prompt: 'x', output: 'no-schema', schema: city } as const
  await expect(generateObject(options as never)).rejects.toMatchObject({
    name: 'AI_InvalidArgumentError',
    message: 'Invalid argument for parameter schema: Schema is not supported for no-schema output.',
  })
})

test('an abort rejects at once', async () => {
  const controller = new AbortController()
  const model = scriptedModel(['{}'], { pace: () => new Promise(() => undefined), ignoresAbort: true })
  const running = generateObject({ model, schema: city, prompt: 'x', abortSignal: controller.signal })
  controller.abort()
  await expect(running).rejects.toMatchObject({ name: 'AbortError', code: 'run-aborted' })
})

test('an unknown kind of output is an error that names it', async () => {
  const options = { model: scriptedModel(['{}']), prompt: 'x', output: 'list' as 'no-schema' }
  await expect(generateObject(options)).rejects.toThrow('Unsupported output: list')
})

test('a model can be named, of the provider that the program sets', async () => {
  const scope = globalThis as { AI_SDK_DEFAULT_PROVIDER?: unknown }
  scope.AI_SDK_DEFAULT_PROVIDER = { languageModel: (modelId: string) => scriptedModel(['{}'], { modelId }) }
  try {
    const { response } = await generateObject({ model: 'openai/gpt-5', prompt: 'x', output: 'no-schema' })
    expect(response.modelId).toBe('openai/gpt-5')
  } finally {
    delete scope.AI_SDK_DEFAULT_PROVIDER
  }
})
