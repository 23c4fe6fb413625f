import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** The same answer in words, lines, and pieces of an application's own. */
export async function run({ smoothStream, streamText }: Sdk) {
  const answer = { reasoning: 'The user wants a poem.', text: ['Roses are r', 'ed,\nviol', 'ets are blu', 'e.\nEnd'] }
  const pieces: Record<string, string[]> = {}
  const chunkings = {
    word: 'word',
    line: 'line',
    clause: /[,.]\s*/,
    three: (buffer: string) => (buffer.length < 3 ? null : buffer.slice(0, 3)),
    segment: new Intl.Segmenter('en', { granularity: 'word' }),
  } as const
  for (const [name, chunking] of Object.entries(chunkings)) {
    const { fullStream } = streamText({
      model: scriptedModel([answer]),
      prompt: 'A poem, please.',
      experimental_transform: smoothStream({ chunking, delayInMs: null }),
    })
    pieces[name] = []
    for await (const part of fullStream) {
      if (part.type === 'text-delta' || part.type === 'reasoning-delta') pieces[name].push(`${part.type}: ${part.text}`)
    }
  }
  return pieces
}
