import { type JudgeRule, judgeRules } from '../../src/emulator/accept/judge-rules.ts'
import { type Endpoint, endpoints } from '../../src/emulator/api/endpoint.ts'
import { reportExceptions } from '../cases/emulator-report-exceptions.ts'
import { renderTable } from './render-changes.ts'

/** The rules of the emulator about one thing, with what is known of them. */
export function renderJudgeRules(about: string): string {
  const rules = judgeRules.filter((rule) => rule.about === about)
  if (rules.length === 0) throw new Error(`No rule of the emulator is about "${about}".`)
  return renderTable(
    ['rule', 'what it says', ...endpoints.map((endpoint) => `\`${endpoint}\``), 'source'],
    rules.map((rule) => [
      `\`${rule.id}\``,
      rule.isLegacy ? `${rule.says} Models up to 2.5.` : rule.says,
      ...endpoints.map((endpoint) => certaintyOf(rule, endpoint)),
      rule.source,
    ]),
  )
}

function certaintyOf({ evidence }: JudgeRule, endpoint: Endpoint): string {
  return evidence[endpoint] ?? '·'
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
