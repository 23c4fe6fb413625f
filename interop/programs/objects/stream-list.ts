import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

const pieces = ['{ "elements": [{ "name": "A', 'da" }, { "na', 'me": "Grace" }', ', { "name": "Alan" }] }']

/** A list whose elements are shown as soon as they are complete. */
export async function run({ streamObject }: Sdk) {
  const schema = z.object({ name: z.string() })
  const ask = () =>
    streamObject({ model: scriptedModel([{ text: pieces }]), output: 'array', schema, prompt: 'Three pioneers.' })
  const names: string[] = []
  for await (const { name } of ask().elementStream) names.push(name)
  const result = ask()
  const parts: unknown[] = []
  for await (const part of result.fullStream) parts.push(part.type === 'finish' ? part.finishReason : part)
  let text = ''
  for await (const piece of ask().textStream) text += piece
  return { names, parts, text, object: await result.object, usage: await result.usage }
}
