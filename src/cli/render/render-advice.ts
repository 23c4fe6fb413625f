import type { Advice } from '../report/advice.ts'
import { type Paint, printable } from './paint.ts'
import { wrap } from './table.ts'
import { count } from './words.ts'

const mostAdvice = 8
const mostPlaces = 3

/** What the author can do, with the places, and where to read on. Nothing where there is no advice. */
export function renderAdvice(advice: readonly Advice[], { paint, width }: { paint: Paint; width: number }): string[] {
  if (advice.length === 0) return []
  const shown = advice.slice(0, mostAdvice)
  const lines = shown.flatMap(({ advice: text, places }) => [
    ...indented(text, '• ', width),
    ...wrap(placesText(places), width - 6).map((line) => paint('dim', `      ${line}`)),
  ])
  const hidden = advice.length - shown.length
  const more = hidden > 0 ? [paint('dim', `  … and ${hidden} more. --json lists all.`)] : []
  const pages = [...new Set(shown.map(({ page }) => page))].join(', ')
  return [[paint('bold', 'What you can do'), ...lines, ...more, paint('dim', `  Why: ${pages}`)].join('\n')]
}

function indented(text: string, mark: string, width: number): string[] {
  return wrap(text, width - 4).map((line, index) => `  ${index === 0 ? mark : '  '}${line}`)
}

function placesText(places: Advice['places']): string {
  const shown = places.slice(0, mostPlaces).map(({ part, at }) => printable(at === '' ? part : `${part} ${at}`))
  const hidden = places.length - shown.length
  return hidden > 0 ? `${shown.join(', ')} and ${count(hidden, 'more place')}` : shown.join(', ')
}
