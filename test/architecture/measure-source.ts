import { checkCycles } from './check-cycles.ts'
import { checkFolderCycles, folderSizes, mutualFolders } from './check-folders.ts'
import { checkLayers } from './check-layers.ts'
import { untestedFiles } from './check-tests.ts'
import { evaluationGraph, importGraph, longestChain } from './import-graph.ts'
import type { SourceFile } from './source-file.ts'

/** A folder with more files than this is worth splitting; `maxFilesInFolder` is the limit that a test holds. */
const manyFiles = 15
const shortFileLines = 30

export interface SourceMeasures {
  readonly lines: number
  readonly files: number
  readonly folders: Readonly<Record<string, { readonly lines: number; readonly files: number }>>
  readonly longestChain: readonly string[]
  readonly cycles: readonly string[]
  readonly folderCycles: readonly string[]
  /** Folders whose own files import a subfolder that imports back, though not in a cycle of files. */
  readonly mutualFolders: readonly string[]
  readonly upwardImports: readonly string[]
  readonly largeFolders: readonly (readonly [folder: string, files: number])[]
  readonly shortFilesWithOneImporter: readonly string[]
  readonly withoutTest: readonly string[]
}

/** The size and the shape of `src`, tests not counted. */
export function measureSource(all: readonly SourceFile[]): SourceMeasures {
  const files = all.filter(({ isTest }) => !isTest)
  const folders: Record<string, { lines: number; files: number }> = {}
  for (const file of files) {
    const name = file.path.includes('/') ? file.path.slice(0, file.path.indexOf('/')) : '.'
    const counted = folders[name] ?? { lines: 0, files: 0 }
    folders[name] = { lines: counted.lines + linesOf(file), files: counted.files + 1 }
  }
  return {
    lines: files.reduce((sum, file) => sum + linesOf(file), 0),
    files: files.length,
    folders,
    longestChain: longestChain(evaluationGraph(files)),
    cycles: checkCycles(files),
    folderCycles: checkFolderCycles(files),
    mutualFolders: mutualFolders(files),
    upwardImports: checkLayers(files),
    largeFolders: folderSizes(files).filter(([, size]) => size > manyFiles),
    shortFilesWithOneImporter: shortFilesWithOneImporter(files),
    withoutTest: untestedFiles(all).map(({ path, kind }) => `${path}: a ${kind}`),
  }
}

export function renderMeasures(measures: SourceMeasures): string {
  const folders = Object.entries(measures.folders).map(
    ([name, { lines, files }]) =>
      `  ${name.padEnd(12)}${String(lines).padStart(7)} lines ${String(files).padStart(5)} files`,
  )
  return [
    `${measures.lines} lines, ${measures.files} files`,
    ...folders,
    list('longest import chain', measures.longestChain),
    list('import cycles', measures.cycles),
    list('import cycles between members of one folder', measures.folderCycles),
    list('folders and subfolders that import each other', measures.mutualFolders),
    list('imports that point upwards', measures.upwardImports),
    list(
      `folders with more than ${manyFiles} files`,
      measures.largeFolders.map(([folder, size]) => `${folder}: ${size}`),
    ),
    list(`files under ${shortFileLines} lines with one importer`, measures.shortFilesWithOneImporter),
    list('passes, codecs and rules without a test beside them', measures.withoutTest),
  ].join('\n')
}

function list(title: string, items: readonly string[]): string {
  return [`${title}: ${items.length}`, ...items.map((item) => `  ${item.replaceAll('\n', '\n  ')}`)].join('\n')
}

function linesOf({ text }: SourceFile): number {
  return text.split('\n').length - 1
}

function shortFilesWithOneImporter(files: readonly SourceFile[]): string[] {
  const importers = new Map<string, Set<string>>()
  for (const [path, targets] of importGraph(files)) {
    for (const target of targets) importers.set(target, (importers.get(target) ?? new Set()).add(path))
  }
  return files
    .filter((file) => linesOf(file) < shortFileLines && importers.get(file.path)?.size === 1)
    .map((file) => `${file.path} (${linesOf(file)}) <- ${[...importers.get(file.path)!][0]}`)
}
