import { getOrInsert } from '../../core/collections.ts'
import type { Explanation, PartReport } from '../report/check-report.ts'
import { type Paint, printable } from './paint.ts'
import { wrap } from './table.ts'
import { count, listNames } from './words.ts'

const endpointNames = { 'ai-studio': 'Gemini', vertex: 'Vertex AI', 'cloud-code': 'Cloud Code' } as const
const mostFindings = 12
const mostNames = 4

type Endpoint = keyof typeof endpointNames

/** What Google answers to the parts as they are: a block for each endpoint, each reason once with the parts that it stops. */
export function renderUnconverted(
  parts: readonly PartReport[],
  rendering: { readonly paint: Paint; readonly width: number },
): string[] {
  const endpoints = new Map<Endpoint, { name: string; explanation: Explanation }[]>()
  for (const { name, unconverted } of parts) {
    for (const explanation of unconverted ?? []) {
      getOrInsert(endpoints, explanation.endpoint, () => []).push({ name, explanation })
    }
  }
  return Array.from(endpoints, ([endpoint, asked]) => renderEndpoint(endpoint, asked, rendering))
}

function renderEndpoint(
  endpoint: Endpoint,
  asked: readonly { readonly name: string; readonly explanation: Explanation }[],
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string {
  const refused = asked.filter(({ explanation }) => explanation.message !== undefined)
  const title = paint('bold', 'Unconverted')
  // Others are asked only about what they may answer otherwise.
  const endpointName = `${endpointNames[endpoint]}${endpoint === 'ai-studio' ? '' : ', where it differs,'}`
  if (refused.length === 0) {
    const names = whereText(
      asked.map(({ name }) => name),
      0,
    )
    return wrap(`${endpointName} takes ${names} as it is.`, width - 13)
      .map((line, index) => (index === 0 ? `${title}: ${line}` : `  ${line}`))
      .join('\n')
  }
  const findings = groupFindings(refused)
  const shown = findings.slice(0, mostFindings)
  const hidden = findings.length - shown.length
  return [
    `${title}: ${endpointName} answers ${paint('red', '400')} to ${refused.length} of ${asked.length}`,
    ...shown.flatMap(({ reason, places, names }) => [
      ...wrap(printable(reason), width - 4).map((line) => `  ${paint('red', '│')} ${line}`),
      ...wrap(whereText(names, places), width - 6).map((line) => paint('dim', `      ${line}`)),
    ]),
    ...(hidden > 0 ? [paint('dim', `  … and ${count(hidden, 'more reason')}. --json has the whole text.`)] : []),
  ].join('\n')
}

interface Finding {
  readonly reason: string
  readonly names: readonly string[]
  readonly places: number
}

/** The lines of all answers without the places that they name, the most frequent first. */
function groupFindings(refused: readonly { readonly name: string; readonly explanation: Explanation }[]): Finding[] {
  const found = new Map<string, { names: Set<string>; places: number }>()
  for (const { name, explanation } of refused) {
    for (const line of (explanation.message ?? '').split('\n')) {
      const reason = reasonOf(line)
      if (reason === '') continue
      const finding = getOrInsert(found, reason, () => ({ names: new Set(), places: 0 }))
      finding.names.add(name)
      finding.places++
    }
  }
  const list = Array.from(found, ([reason, { names, places }]): Finding => ({ reason, names: [...names], places }))
  return list.sort((a, b) => b.places - a.places)
}

/** `Unknown name "const" at 'tools[0]…': Cannot find field.` without the place and the words that every line has. */
function reasonOf(line: string): string {
  return line
    .replace(/^Invalid JSON payload received\. /, '')
    .replace(/^\* /, '')
    .replace(/ at '[^']*'/, '')
    .replace(/^GenerateContentRequest\.\S*?([^.\s]+): /, '$1: ')
    .trim()
}

function whereText(names: readonly string[], places: number): string {
  const list = listNames(names, mostNames)
  return places > names.length ? `${list} (${count(places, 'place')})` : list
}
