import { jsonrepair } from 'jsonrepair'

/** On some texts the library takes quadratic time: 0.3 s for this length, 19 s for 200,000. */
const longestRepair = 32_000

/** Text that is not JSON as JSON; undefined where it cannot be repaired. */
export function repairJson(text: string): string | undefined {
  if (text.length > longestRepair) return undefined
  try {
    return jsonrepair(text)
  } catch {
    // The caller's own error about the original text is more useful than the library's.
    return undefined
  }
}
