import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** A model that thinks in tags, as text and as a stream. */
export async function run({ generateText, streamText, wrapLanguageModel, extractReasoningMiddleware }: Sdk) {
  const text = ['<th', 'ink>Two and ', 'two.</think>', 'It is 4.']
  const middleware = extractReasoningMiddleware({ tagName: 'think' })
  const model = wrapLanguageModel({ model: scriptedModel([{ text }, { text }]), middleware })
  const whole = await generateText({ model, prompt: '2 + 2?' })
  const log: unknown[] = []
  for await (const part of streamText({ model, prompt: '2 + 2?' }).fullStream) {
    log.push('text' in part ? [part.type, part.text] : part.type)
  }
  return { text: whole.text, reasoning: whole.reasoningText, log }
}
