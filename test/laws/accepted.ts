import type { JsonObject } from '../../src/core/json.ts'
import { acceptedEverywhere } from '../../src/emulator/accept/schema-rules.ts'
import type { Breach } from './breach.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'

/** Law 1: every endpoint takes the output, as a response schema and as a tool's parameters. */
export function findRejection(source: JsonObject): Breach | undefined {
  for (const [root, place] of [
    ['any', 'response'],
    ['object', 'parameters'],
  ] as const) {
    const compiled = compileOrRefuse(source, { to: 'gemini', root })
    if (compiled === undefined) continue
    const rejections = acceptedEverywhere(compiled.schema, place)
    if (rejections.length > 0)
      return { what: `refused as ${place}: ${rejections[0]!.rule}`, rejections, output: compiled.schema }
  }
  return undefined
}
