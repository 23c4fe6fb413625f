import { format } from 'node:util'
import { transformSync } from 'esbuild'
import * as zod from 'zod'
import * as aiSdk from '../../src/bridges/ai-sdk/index.ts'
import * as emulator from '../../src/emulator/index.ts'
import * as emulatorNode from '../../src/emulator/server.node.ts'
import * as gateway from '../../src/gateway/index.ts'
import * as gatewayNode from '../../src/gateway/server.node.ts'
import * as history from '../../src/history/index.ts'
import * as toolfit from '../../src/index.ts'
import * as anthropic from '../../src/models/anthropic/index.ts'
import * as gemini from '../../src/models/gemini/index.ts'
import * as openai from '../../src/models/openai/index.ts'
import * as schema from '../../src/schema/index.ts'
import * as testing from '../../src/testing/index.ts'

/** What running a piece of documentation came to. */
export interface SnippetRun {
  /** What it printed, as Node prints it. */
  readonly printed: readonly string[]
  /** The expressions that were asked for, evaluated at its end. */
  readonly values: ReadonlyMap<string, unknown>
  /** Lines such as `expression // literal`: what the comment claims and what came out. */
  readonly claims: readonly { readonly line: string; readonly claimed: unknown; readonly actual: unknown }[]
}

const doors: Readonly<Record<string, object>> = {
  toolfit,
  'toolfit/schema': schema,
  'toolfit/history': history,
  'toolfit/gemini': gemini,
  'toolfit/openai': openai,
  'toolfit/anthropic': anthropic,
  'toolfit/ai-sdk': aiSdk,
  'toolfit/emulator': emulator,
  'toolfit/emulator/node': emulatorNode,
  'toolfit/gateway': gateway,
  'toolfit/gateway/node': gatewayNode,
  'toolfit/testing': testing,
  zod,
}

/** Runs TypeScript as a document shows it, with the package's own sources behind its imports, and other packages where they are given. */
export async function runSnippet(
  code: string,
  expressions: readonly string[] = [],
  packages: Readonly<Record<string, object>> = {},
): Promise<SnippetRun> {
  const printed: string[] = []
  const claims: { line: string; claimed: unknown; actual: unknown }[] = []
  const ending = `\nreturn [${expressions.map((expression) => `(${expression})`).join(', ')}]`
  const run = compileBody(markClaims(code) + ending)
  const log = { log: (...args: unknown[]) => printed.push(format(...args)) }
  const claim = (actual: unknown, line: string, claimed: unknown) => claims.push({ line, claimed, actual })
  const results = await run({ ...doors, ...packages }, log, claim)
  return { printed, claims, values: new Map(expressions.map((expression, index) => [expression, results[index]])) }
}

type Body = (doors: object, console: object, claim: object) => Promise<unknown[]>

function compileBody(code: string): Body {
  const imported = code.replaceAll(
    /^import (?:type )?(\{[^}]*\}) from '([^']+)'$/gm,
    (_, names: string, door: string) => `const ${names.replaceAll(/\btype \w+,? ?/g, '')} = doors['${door}']`,
  )
  const { code: plain } = transformSync(`async function body(doors, console, claim) {${imported}}`, { loader: 'ts' })
  return new Function(`${plain}; return body`)() as Body
}

/** `expression // literal` is a claim that can be checked; any other comment is prose. */
function markClaims(code: string): string {
  return code.replaceAll(/^(\S.*?) \/\/ (.+)$/gm, (line, expression: string, comment: string) =>
    isLiteral(comment) && isExpression(expression) && !line.startsWith('console.')
      ? `claim(${expression}, ${JSON.stringify(line)}, (${comment}))`
      : line,
  )
}

function isLiteral(text: string): boolean {
  return /^([[{"'-]|\d|true$|false$|null$)/.test(text) && isExpression(text)
}

function isExpression(text: string): boolean {
  try {
    new Function(`return (${text})`)
    return true
  } catch {
    return false
  }
}
