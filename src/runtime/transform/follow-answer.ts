import type { PartialOutput, PartialReader } from '../output/output-spec.ts'
import { readOutput } from '../output/read-output.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import type { Run } from '../run/run.ts'

/** The partial answers in a stream. The first text of a step is the answer, and each step is a new one. */
export async function* followAnswer(
  run: Pick<Run, 'output'>,
  parts: AsyncIterable<TextStreamPart>,
): AsyncGenerator<PartialOutput> {
  let reader: PartialReader | undefined
  let id: string | undefined
  for await (const part of parts) {
    if (part.type === 'start-step') reader = id = undefined
    if (part.type === 'text-start') id ??= part.id
    if (part.type !== 'text-delta') continue
    id ??= part.id
    if (part.id !== id) continue
    reader ??= await (run.output ?? readOutput(undefined)).readPartial()
    const read = await reader.push(part.text)
    if (read !== undefined) yield read
  }
}
