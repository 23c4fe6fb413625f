import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileTools, type DialectId } from 'toolfit'
import { afterAll, describe, expect, test } from 'vitest'
import { awkwardTools } from './awkward-tools.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Below node_modules, where the clients are found, and where no other run of the type checker looks. */
const folder = mkdtempSync(path('node_modules/.toolfit-types-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** JSON has no enums: `Type.OBJECT` is the text "OBJECT" on the wire. All else has to fit as it is declared. */
const plain = `type Plain<T> = T extends string ? \`\${T}\` : T extends object ? { [K in keyof T]: Plain<T[K]> } : T`

const openaiTool = `import type { ChatCompletionTool } from 'openai/resources/chat/completions'\ntype Given = ChatCompletionTool`
const geminiTool = `import type { Tool } from '@google/genai'\n${plain}\ntype Given = Plain<Tool>`
const anthropicTool = `import type { Tool } from '@anthropic-ai/sdk/resources/messages'\ntype Given = Tool`

const declarations: Partial<Record<DialectId, string>> = {
  openai: openaiTool,
  'openai-strict': openaiTool,
  'gemini-openai': openaiTool,
  gemini: geminiTool,
  'gemini-json': geminiTool,
  anthropic: anthropicTool,
}

describe('what compileTools gives, written out as a literal', () => {
  test.each(Object.entries(declarations))('type-checks as the tools of the client of %s', async (to, declaration) => {
    const { tools } = compileTools(awkwardTools, { to: to as DialectId })
    expect(await typeErrors(`${to}.ts`, declaration, tools)).toEqual([])
  })

  test.each([
    ['openai', openaiTool, [{ type: 'function', function: { parameters: {} } }], /'name' is missing/],
    ['gemini', geminiTool, [{ functionDeclarations: [{ name: 'a', parameters: { type: 'object' } }] }], /"object"/],
    [
      'gemini',
      geminiTool,
      [{ functionDeclarations: [{ name: 'a', parameters: { $ref: '#' } }] }],
      /"\$ref"' does not exist/,
    ],
    ['anthropic', anthropicTool, [{ name: 'a', input_schema: { type: 'string' } }], /"string"/],
  ])('does not where it is none of %s', async (name, declaration, tools, message) => {
    expect(await typeErrors(`not-${name}.ts`, declaration, tools)).toEqual([expect.stringMatching(message)])
  })
})

/** What the type checker says to a file that declares these tools, one entry an error. */
async function typeErrors(name: string, declaration: string, tools: unknown): Promise<string[]> {
  const file = `${folder}/${name}`
  writeFileSync(file, `${declaration}\nexport const tools: Given[] = ${JSON.stringify(tools, null, 2)}\n`)
  const checker = path('../node_modules/typescript/bin/tsc')
  const flags = '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --pretty false'.split(' ')
  const types = '--target es2022 --module nodenext --types node'.split(' ')
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [checker, ...flags, ...types, file], { cwd: folder }, (error, stdout, stderr) => {
      if (error === null) return resolve([])
      const errors = stdout.split(/\n(?=\S)/).filter((line) => line.includes('error TS'))
      if (errors.length > 0) resolve(errors)
      else reject(new Error(`The type checker failed: ${stdout}${stderr}`, { cause: error }))
    })
  })
}
