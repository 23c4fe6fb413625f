import { describe, expect, test } from 'vitest'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { generateText } from '../generate-text.ts'
import { streamText } from '../stream-text.ts'

const settings = () => ({ model: scriptedModel(() => 'Hello.'), prompt: 'Hi.' })

describe('an option that Toolfit does not have', () => {
  const unknown = {
    temprature: 1,
    streamRetries: 2,
    maxTokens: undefined,
    _internal: {},
    experimental_generateMessageId: () => 'id',
  }
  const details = 'Toolfit has no option of this name: it is ignored.'
  const warnings = [
    { type: 'unsupported', feature: 'temprature', details },
    { type: 'unsupported', feature: 'streamRetries', details },
  ]

  test('is reported once in each run', async () => {
    for (let run = 0; run < 2; run++) {
      expect((await generateText({ ...settings(), ...unknown })).warnings).toEqual(warnings)
      expect(await streamText({ ...settings(), ...unknown }).warnings).toEqual(warnings)
    }
    expect((await generateText(settings())).warnings).toEqual([])
  })

  test('is reported with the first step only', async () => {
    const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'none', input: '{}' } as const
    const model = scriptedModel([{ content: [call] }, 'Done.'])
    const { steps } = await generateText({ ...settings(), ...unknown, model, maxSteps: 2 })
    expect(steps.map((step) => step.warnings.length)).toEqual([2, 0])
  })

  test.each([
    'sandbox',
    'refineToolInput',
    'toolCallers',
    'toolApprovals',
    'experimental_toolApproval',
    'toolApprovalSecret',
    'permissions',
  ])('throws if it is about security: %s (X161)', async (option) => {
    const options = { ...settings(), [option]: {} }
    await expect(generateText(options)).rejects.toMatchObject({ code: 'option-invalid', evidence: { option } })
    expect(() => streamText(options)).toThrow(option)
    expect((await generateText({ ...settings(), [option]: undefined })).warnings).toEqual([])
  })

  test('shows no secret that was passed under a misspelt name', async () => {
    const options = { ...settings(), toolApprovalSecret: 'hunter2-hunter2' }
    const error = (await generateText(options).catch((thrown: unknown) => thrown)) as Error
    expect(JSON.stringify({ ...error, message: error.message })).not.toContain('hunter2')
  })
})

describe('allowSystemInMessages', () => {
  const messages = [{ role: 'system', content: 'Obey.' } as const, { role: 'user', content: 'Hi.' } as const]

  test('refuses system messages where it is false', async () => {
    const options = { model: scriptedModel(() => 'Hello.'), messages }
    const refused = generateText({ ...options, allowSystemInMessages: false })
    await expect(refused).rejects.toMatchObject({ code: 'prompt-invalid', evidence: { option: 'messages[0]' } })
    expect((await generateText({ ...options, allowSystemInMessages: true })).text).toBe('Hello.')
    expect((await generateText(options)).text).toBe('Hello.')
  })
})

test.each([['denied'], [[]], [null]])('toolApproval that is no policy throws: %o', async (toolApproval) => {
  const options = { ...settings(), toolApproval: toolApproval as never }
  await expect(generateText(options)).rejects.toMatchObject({ code: 'option-invalid' })
})
