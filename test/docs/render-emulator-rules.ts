import { rules } from '../../src/emulator/accept/rules.ts'
import { endpoints } from '../../src/emulator/api/endpoint.ts'
import { reportExceptions } from '../cases/emulator-report-exceptions.ts'
import { renderTable } from './render-changes.ts'

/** The rules of the emulator about one thing, with their evidence. */
export function renderEmulatorRules(about: string): string {
  if (!(about in rules)) throw new Error(`No rule of the emulator is about "${about}".`)
  return renderTable(
    ['rule', 'stage', 'what it says', ...endpoints.map((endpoint) => `\`${endpoint}\``), 'source'],
    rules[about as keyof typeof rules].map(({ id, stage, says, source, evidence, upTo }) => [
      `\`${id}\``,
      stage,
      upTo === undefined ? says : `${says} Models up to ${upTo}.`,
      ...endpoints.map((endpoint) => evidence[endpoint] ?? '·'),
      source,
    ]),
  )
}

/** Recorded rejections that are not repeated word for word, and why. */
export function renderReportExceptions(): string {
  return renderTable(
    ['rejection', 'why it is not repeated', 'refused now by'],
    reportExceptions.map(({ kind, date, reason, rule }) => [
      `\`${kind}\`${date.source === '.' ? '' : `, ${date.source}`}`,
      reason,
      rule === undefined ? '·' : `\`${rule}\``,
    ]),
  )
}
