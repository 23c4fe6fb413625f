import type { RunnableContent, RunnableStreamPart } from '../../models/versions/any-model.ts'
import type { LanguageModelMiddleware, MiddlewareResult } from './language-model-middleware.ts'

/** Streams the whole answer of a model that cannot stream. */
export function simulateStreamingMiddleware(): LanguageModelMiddleware {
  return {
    specificationVersion: 'v4',
    wrapStream: async ({ doGenerate }) => {
      const result = await doGenerate()
      return {
        stream: new ReadableStream<RunnableStreamPart>({
          start(controller) {
            for (const part of partsOf(result)) controller.enqueue(part)
            controller.close()
          },
        }),
        request: result.request,
        response: result.response,
      }
    },
  }
}

function* partsOf(result: MiddlewareResult): Generator<RunnableStreamPart> {
  yield { type: 'stream-start', warnings: result.warnings }
  yield { type: 'response-metadata', ...result.response } as RunnableStreamPart
  let next = 0
  for (const part of result.content) {
    if (!('text' in part)) yield part
    else if (isShown(part)) yield* block(part, String(next++))
  }
  const { finishReason, usage, providerMetadata } = result
  yield { type: 'finish', finishReason, usage, providerMetadata } as RunnableStreamPart
}

type Text = Extract<RunnableContent, { text: string }>

function isShown(part: Text): boolean {
  return part.type === 'reasoning' || part.text !== '' || (citationsOf(part)?.length ?? 0) > 0
}

/** Citations, which only v4 models have. */
function citationsOf(part: Text): readonly unknown[] | undefined {
  return (part as { readonly citations?: readonly unknown[] }).citations
}

function* block(part: Text, id: string): Generator<RunnableStreamPart> {
  const { type, text, providerMetadata } = part
  const citations = citationsOf(part)
  const hasMetadata = type === 'reasoning' || providerMetadata !== undefined
  yield { type: `${type}-start`, id, ...(hasMetadata ? { providerMetadata } : {}) } as RunnableStreamPart
  yield { type: `${type}-delta`, id, delta: text }
  yield { type: `${type}-end`, id, ...(citations === undefined ? {} : { citations }) } as RunnableStreamPart
}
