import { attemptNow } from './converter.mjs'
import { isSilent, passesThrough } from './judge/judge.mjs'

/** How a converter does on a schema of a corpus. There are few instances, so losses are looked for by keyword alone. */
export function measureRecord(converter, { schema, valid, invalid, keywords }, accepts) {
  const counted = { valid: valid.length, invalid: invalid.length, keywords: 0, lost: 0, passed: 0, stopped: 0 }
  const { value: output, error } = attemptNow(() => converter.convertAgain(structuredClone(schema)))
  if (error !== undefined) return { ...counted, threw: String(error?.message ?? error), accepted: false, sound: false }
  const [rejection] = accepts(output, true)
  if (rejection !== undefined) return { ...counted, refused: rejection.message, accepted: false, sound: false }
  const isTaken = passesThrough(output, true)
  const passed = valid.filter(isTaken).length
  return {
    ...counted,
    accepted: true,
    sound: passed === valid.length,
    passed,
    stopped: invalid.filter((each) => !isTaken(each)).length,
    keywords: keywords.length,
    lost: keywords.filter((occurrence) => isSilent(converter, schema, output, occurrence)).length,
  }
}
