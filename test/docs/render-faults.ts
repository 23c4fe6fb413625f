import { faultTable } from '../../src/emulator/faults/fault-call.ts'
import { renderTable } from './render-changes.ts'

/** Every fault of the emulator, with what it takes. */
export function renderFaults(): string {
  return renderTable(
    ['fault', 'what the caller sees', 'parameters'],
    faultTable.map(({ name, summary, parameters = {} }) => [
      `\`${name}\``,
      summary,
      Object.entries(parameters)
        .map(([key, { default: value, summary: meaning, oneOf }]) => {
          const words = oneOf === undefined ? '' : ` (${oneOf.map((word) => `\`${word}\``).join(', ')})`
          const preset = value === Number.POSITIVE_INFINITY ? '' : `=${value}`
          return `\`${key}${preset}\`: ${meaning}${words}`
        })
        .join('; '),
    ]),
  )
}
