import { describe, expect, test } from 'vitest'
import { checkLayers } from './check-layers.ts'
import { sourceFiles } from './source-file.ts'

const importing = (path: string, specifier: string) => checkLayers(sourceFiles({ [path]: `import '${specifier}'` }))

describe('checkLayers', () => {
  test('lets every row import the rows below it', () => {
    expect(importing('schema/compile.ts', '../core/json.ts')).toEqual([])
    expect(importing('tools/tool.ts', '../schema/compile.ts')).toEqual([])
    expect(importing('runtime/loop.ts', '../models/gemini.ts')).toEqual([])
    expect(importing('cli/main.ts', '../gateway/app.ts')).toEqual([])
    expect(importing('server/serve.node.ts', '../core/errors.ts')).toEqual([])
    expect(importing('gateway/server.node.ts', '../server/serve.node.ts')).toEqual([])
    expect(importing('emulator/server.node.ts', '../server/serve.node.ts')).toEqual([])
    expect(importing('cli/main.ts', '../emulator/app.ts')).toEqual([])
    expect(importing('index.ts', './runtime/loop.ts')).toEqual([])
    expect(importing('gateway/app.ts', './protocols/messages/index.ts')).toEqual([])
    expect(importing('gateway/protocols/messages/read.ts', '../../ask/ask.ts')).toEqual([])
  })

  test.each([
    ['core/json.ts', '../schema/compile.ts', 'row 0 -> row 0.5'],
    ['schema/compile.ts', '../models/gemini.ts', 'row 0.5 -> row 2'],
    ['wire/gemini/request.ts', '../../tools/tool.ts', 'row 1 -> row 1'],
    ['gateway/app.ts', '../bridges/ai-sdk.ts', 'row 4 -> row 4'],
    ['index.ts', './gateway/app.ts', 'row 3.5 -> row 4'],
    ['schema/compile.ts', '../index.ts', 'nothing imports the root entry'],
    ['emulator/accept/parse.ts', '../../schema/compile.ts', 'the emulator imports core and server only'],
    ['server/serve.node.ts', '../gateway/app.ts', 'row 0.5 -> row 4'],
    ['server/serve.node.ts', '../schema/compile.ts', 'row 0.5 -> row 0.5'],
    ['models/http.ts', '../server/undici-transport.node.ts', 'gateway, emulator and cli import the server'],
    ['gateway/app.ts', '../emulator/app.ts', 'only cli and testing import the emulator'],
    ['schema/compile.ts', '../stuff/json.ts', 'no row in the layer table'],
    ['schema/compile.ts', './ir/_walk.ts', 'a private module'],
    ['schema/compile.ts', '../../test/values.ts', 'nothing outside src/'],
    ['schema/compile.test.ts', '../../bench/values.ts', 'nothing outside src/'],
    ['gateway/ask/answer.ts', '../protocols/messages/read.ts', 'only app.ts imports a protocol'],
    ['gateway/protocols/event-stream.ts', './messages/write.ts', 'only app.ts imports a protocol'],
    ['gateway/protocols/messages/read.ts', '../responses/read.ts', 'protocols do not import each other'],
  ])('refuses %s -> %s', (from, specifier, complaint) => {
    expect(importing(from, specifier)).toEqual([expect.stringContaining(complaint)])
  })

  test.each([
    "import type { Tool } from '../tools/tool.ts'",
    "import { type Tool } from '../tools/tool.ts'",
    "export { tool } from '../tools/tool.ts'",
    "export * from '../tools/tool.ts'",
    "export const load = () => import('../tools/tool.ts')",
    "export type Tool = import('../tools/tool.ts').Tool",
  ])('sees %s', (text) => {
    expect(checkLayers(sourceFiles({ 'schema/compile.ts': text }))).toHaveLength(1)
  })

  test('is not misled by comments and strings', () => {
    const text = `// import '../tools/tool.ts'\nexport const text = "import '../tools/tool.ts'"`
    expect(checkLayers(sourceFiles({ 'schema/compile.ts': text }))).toEqual([])
  })
})
