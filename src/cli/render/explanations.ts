import type { PartReport } from '../report/check-report.ts'
import type { Explanation } from '../report/explain-rejection.ts'
import type { Paint } from './paint.ts'
import { printable } from './printable.ts'
import { wrap } from './text-width.ts'
import { count } from './words.ts'

const endpointNames = { 'ai-studio': 'Gemini', vertex: 'Vertex AI', 'cloud-code': 'Cloud Code' } as const
const mostLines = 6

/** What Google answers to the part as it is. */
export function renderExplanations(
  { name, unconverted }: PartReport,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string[] {
  if (unconverted === undefined) return []
  const title = paint('bold', printable(name))
  if (unconverted.length === 0) return [`${title}, unconverted: there is no schema that Gemini could refuse.`]
  return unconverted.map((explanation) => {
    const { endpoint, message } = explanation
    if (message === undefined) return `${title}, unconverted: ${endpointNames[endpoint]} takes it as it is.`
    return [
      `${title}, unconverted: ${endpointNames[endpoint]} answers ${paint('red', '400')}`,
      ...messageLines(explanation, paint, width),
    ].join('\n')
  })
}

function messageLines({ message = '' }: Explanation, paint: Paint, width: number): string[] {
  const lines = message.split('\n')
  const shown = lines.slice(0, mostLines).flatMap((line) => wrap(printable(line), width - 4))
  const hidden = lines.length - mostLines
  return [
    ...shown.map((line) => `  ${paint('red', '│')} ${line}`),
    ...(hidden > 0 ? [paint('dim', `  … and ${count(hidden, 'more line')}. --json has all.`)] : []),
  ]
}
