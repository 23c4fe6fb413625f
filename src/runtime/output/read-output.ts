import type { FlexibleSchema } from '../../tools/flexible-schema.ts'
import { fromAiOutput, isAiOutput } from './ai-output.ts'
import { Output, type OutputSource } from './output.ts'
import type { OutputSpec } from './output-spec.ts'

/** The specification of an output; text where none is given. A bare schema means `Output.object`. */
export function readOutput(source: OutputSource | undefined): OutputSpec {
  if (source === undefined) return Output.text()
  if (isOutputSpec(source)) return source
  if (isAiOutput(source)) return fromAiOutput(source)
  return Output.object({ schema: source as FlexibleSchema })
}

function isOutputSpec(source: OutputSource): source is OutputSpec {
  return typeof (source as Partial<OutputSpec>).parseComplete === 'function'
}
