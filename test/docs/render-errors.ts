import { readDocument } from './documents.ts'
import { renderTable } from './render-changes.ts'

/** The codes of ToolfitError with the sentence that its source gives each of them. */
export function renderErrors(): string {
  const { text } = readDocument('src/core/errors.ts')
  const union = text.slice(0, text.indexOf('export type ToolfitErrorEvidence'))
  const codes = [...union.matchAll(/\/\*\* (.+?) \*\/\n {2}\| '([a-z-]+)'/g)]
  return renderTable(
    ['code', 'when'],
    codes.map(([, sentence, code]) => [`\`${code}\``, sentence!]),
  )
}
