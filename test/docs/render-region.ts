import type { Change } from '../../src/schema/change.ts'
import type { ChangeCode } from '../../src/schema/change-code.ts'
import { changeExamples } from './change-examples.ts'
import { readDocument } from './documents.ts'
import type { encodingExamples } from './encoding-examples.ts'
import { compactJson } from './load-example.ts'
import { renderChanges } from './render-changes.ts'
import { renderChosenDifferences } from './render-chosen-differences.ts'
import { renderDialects } from './render-dialects.ts'
import { renderEmulatorRules, renderReportExceptions } from './render-emulator-rules.ts'
import {
  renderFormats,
  renderLimits,
  renderResponseEnvelopes,
  renderSources,
  renderToolEnvelopes,
  renderToolNames,
} from './render-endpoints.ts'
import { renderErrors } from './render-errors.ts'
import { renderChangeExample, renderEncodingExample } from './render-examples.ts'
import { renderFaults } from './render-faults.ts'
import { renderBehaviourSummary, renderGatewayBehaviour } from './render-gateway-behaviour.ts'
import { renderMcpSummary } from './render-mcp-summary.ts'
import { renderPresets } from './render-presets.ts'
import { renderRepairs } from './render-repairs.ts'
import { renderScreen } from './render-screen.ts'
import { renderAttacks, renderPromises } from './render-security-tests.ts'

/** The value of an expression at the end of a named example of the same document. */
export type Evaluate = (example: string, expression: string) => unknown

/** What stands in a generated region. */
export async function renderRegion(request: string, evaluate: Evaluate): Promise<string> {
  const [kind, ...rest] = request.split(' ')
  const argument = rest.join(' ')
  switch (kind) {
    case 'value':
      return renderValue(evaluate(...splitRequest(argument)))
    case 'changes':
      return renderChanges(evaluate(...splitRequest(argument)) as Change[])
    case 'dialects':
      return renderDialects()
    case 'sources':
      return renderSources()
    case 'limits':
      return renderLimits()
    case 'formats':
      return renderFormats()
    case 'tool-envelopes':
      return renderToolEnvelopes()
    case 'response-envelopes':
      return renderResponseEnvelopes()
    case 'tool-names':
      return renderToolNames()
    case 'screen':
      return renderScreen(argument)
    case 'file':
      // What made the file says so in a comment, which is no news here.
      return readDocument(argument).text.replace(/^<!--.*?-->\n/, '')
    case 'mcp-servers':
      return renderMcpSummary()
    case 'faults':
      return renderFaults()
    case 'gateway-behaviour':
      return renderGatewayBehaviour()
    case 'gateway-behaviour-summary':
      return renderBehaviourSummary()
    case 'attacks':
      return renderAttacks()
    case 'promises':
      return renderPromises()
    case 'presets':
      return renderPresets()
    case 'emulator-rules':
      return renderEmulatorRules(argument)
    case 'report-exceptions':
      return renderReportExceptions()
    case 'chosen-differences':
      return renderChosenDifferences()
    case 'errors':
      return renderErrors()
    case 'repairs':
      return renderRepairs()
    case 'change-codes':
      return (Object.keys(changeExamples) as ChangeCode[]).map(renderChangeExample).join('\n\n')
    case 'encoding':
      return renderEncodingExample(argument as keyof typeof encodingExamples)
    default:
      throw new Error(`Nothing can show "${request}".`)
  }
}

/** `first: fitted.schema` -> the example `first`, the expression `fitted.schema`. */
export function splitRequest(argument: string): [example: string, expression: string] {
  const colon = argument.indexOf(': ')
  return [argument.slice(0, colon), argument.slice(colon + 2)]
}

function renderValue(value: unknown): string {
  const shown = compactJson(value, 120)
  return `\`\`\`${shown.includes('Date(') ? 'js' : 'json'}\n${shown}\n\`\`\``
}
