import type { JsonObject } from '../../src/core/json.ts'
import type { DialectId } from '../../src/schema/index.ts'
import { accepts } from '../acceptance/index.ts'
import type { Breach } from './breach.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'

/** Law 1: every endpoint that the dialect names takes the output, as a response schema and as a tool's parameters. */
export function findRejection(source: JsonObject, to: DialectId): Breach | undefined {
  for (const [root, place] of [
    ['any', 'response'],
    ['object', 'tool'],
  ] as const) {
    const compiled = compileOrRefuse(source, { to, root })
    if (compiled === undefined) continue
    const rejections = accepts[to]!(compiled.schema, place)
    if (rejections.length > 0)
      return { what: `refused as ${place}: ${rejections[0]!}`, rejections, output: compiled.schema }
  }
  return undefined
}
