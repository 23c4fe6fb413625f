import type { PartialOutput, PartialReader } from './output/output-spec.ts'
import type { Run } from './run.ts'
import type { TextStreamPart } from './stream-part.ts'

type Parts = AsyncIterable<TextStreamPart>

/** The answer as far as it can be read, each time it grew. Each step is an answer of its own. */
export async function* readPartials(run: Run, parts: Parts): AsyncGenerator<never> {
  for await (const { partial } of follow(run, parts)) yield partial as never
}

/** The elements of an answer that is a list. */
export async function* readElements(run: Run, parts: Parts): AsyncGenerator<never> {
  for await (const { elements = [] } of follow(run, parts)) yield* elements as never[]
}

async function* follow(run: Run, parts: Parts): AsyncGenerator<PartialOutput> {
  let reader: PartialReader | undefined
  for await (const part of parts) {
    if (part.type === 'start-step') reader = undefined
    if (part.type !== 'text-delta') continue
    reader ??= await createReader(run)
    const read = await reader.push(part.text)
    if (read !== undefined) yield read
  }
}

async function createReader(run: Run): Promise<PartialReader> {
  const { readOutput } = await import('./output/read-output.ts')
  return (run.output ?? readOutput(undefined)).readPartial()
}
