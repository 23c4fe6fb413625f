import { describe, expect, test } from 'vitest'
import { checkFolderCycles, checkFolderSizes, maxFilesInFolder, mutualFolders } from './check-folders.ts'
import { sourceFiles } from './source-file.ts'

describe('checkFolderCycles', () => {
  test('accepts subfolders with an order, and a shared file that imports none of them', () => {
    const files = sourceFiles({
      'schema/compile.ts': "import './read/draft.ts'",
      'schema/read/draft.ts': "import '../ir/node.ts'",
      'schema/ir/node.ts': "import '../change.ts'",
      'schema/change.ts': '',
    })
    expect(checkFolderCycles(files)).toEqual([])
  })

  test('finds two subfolders that import each other through different files', () => {
    const files = sourceFiles({
      'schema/read/draft.ts': "import '../check/format.ts'",
      'schema/read/number.ts': '',
      'schema/check/format.ts': '',
      'schema/check/bounds.ts': "import type { N } from '../read/number.ts'",
    })
    expect(checkFolderCycles(files)).toEqual([
      'schema: check <-> read\n  check/bounds.ts -> read/number.ts\n  read/draft.ts -> check/format.ts',
    ])
  })

  test('finds a cycle between subfolders of a subfolder, and one through a file beside the subfolder', () => {
    const files = sourceFiles({
      'emulator/accept/json/a.ts': "import '../proto/b.ts'",
      'emulator/accept/json/c.ts': '',
      'emulator/accept/proto/b.ts': "import '../json/c.ts'",
      'gateway/app.ts': "import './chat/route.ts'",
      'gateway/chat/route.ts': '',
      'gateway/chat/answer.ts': "import '../app.ts'",
    })
    expect(checkFolderCycles(files).map((cycle) => cycle.split('\n')[0])).toEqual([
      'emulator/accept: json <-> proto',
      'gateway: app.ts <-> chat',
    ])
  })

  test('ignores the imports of tests', () => {
    const files = sourceFiles({
      'schema/read/draft.ts': "import '../check/format.ts'",
      'schema/check/format.ts': '',
      'schema/check/format.test.ts': "import '../read/draft.ts'",
    })
    expect(checkFolderCycles(files)).toEqual([])
  })
})

test('mutualFolders names a folder whose own files and subfolder import each other', () => {
  const files = sourceFiles({
    'gateway/app.ts': "import './chat/route.ts'",
    'gateway/log.ts': '',
    'gateway/chat/route.ts': "import '../log.ts'",
  })
  expect(mutualFolders(files)).toEqual(['gateway <-> gateway/chat'])
})

test('checkFolderSizes counts the files of each folder, without tests and doors', () => {
  const names = Array.from({ length: maxFilesInFolder }, (_, index) => `a/file-${index}.ts`)
  const files = (...more: string[]) => sourceFiles(Object.fromEntries([...names, ...more].map((name) => [name, ''])))
  expect(checkFolderSizes(files('a/index.ts', 'a/file-0.test.ts', 'a/b/c.ts'))).toEqual([])
  expect(checkFolderSizes(files('a/more.ts'))).toEqual(['a: 17 files'])
})
