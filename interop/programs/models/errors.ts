import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** What a program can tell about an error that a provider threw. */
export async function run({ APICallError, AISDKError, generateText, RetryError, wrapLanguageModel }: Sdk) {
  const failing = (statusCode: number) =>
    wrapLanguageModel({
      model: scriptedModel(['Never.']),
      middleware: {
        wrapGenerate: async () => {
          throw new APICallError({
            message: `Status ${statusCode}.`,
            url: 'https://provider.test/v1',
            requestBodyValues: {},
            statusCode,
            responseBody: '{ "error": "no" }',
            data: { error: 'no' },
          })
        },
      },
    })
  const seen: unknown[] = []
  for (const status of [400, 401, 404, 500]) {
    try {
      await generateText({ model: failing(status), prompt: 'Hi', maxRetries: 0 })
    } catch (error) {
      const isCall = APICallError.isInstance(error)
      seen.push({
        isCall,
        isSdk: AISDKError.isInstance(error),
        isRetry: RetryError.isInstance(error),
        name: (error as Error).name,
        message: (error as Error).message,
        ...(isCall ? { status: error.statusCode, retryable: error.isRetryable, data: error.data } : {}),
      })
    }
  }
  return seen
}
