import { posix } from 'node:path'
import { type ImportGraph, importGraph, loopsOf } from './import-graph.ts'
import type { SourceFile } from './source-file.ts'

/** A folder is a list that a reader can take in at once. Tests and the door (`index.ts`) are not counted. */
export const maxFilesInFolder = 16

interface FolderLoop {
  readonly folder: string
  /** Subfolders and files of `folder` that import each other. */
  readonly members: readonly string[]
  /** The imports between the members: `read/draft.ts -> check/format.ts`. */
  readonly imports: readonly string[]
}

/**
 * Inside every folder, imports run one way: its subfolders (each as a whole) and its own files have an order in which
 * each imports only what comes after it.
 */
function folderLoops(files: readonly SourceFile[]): FolderLoop[] {
  const graph = importGraph(files.filter(({ isTest }) => !isTest))
  return foldersOf(graph.keys()).flatMap((folder) => {
    const edges = edgesInside(folder, graph)
    return loopsOf(graphOf(edges)).map((members) => ({ folder, members, imports: importsBetween(members, edges) }))
  })
}

export function checkFolderCycles(files: readonly SourceFile[]): string[] {
  return folderLoops(files).map(({ folder, members, imports }) => {
    const shown = imports.length > 12 ? [...imports.slice(0, 12), `and ${imports.length - 12} more`] : imports
    return [`${folder}: ${members.join(' <-> ')}`, ...shown].join('\n  ')
  })
}

/** `gateway <-> gateway/chat`: a folder's own files import the subfolder, and the subfolder imports them. */
export function mutualFolders(files: readonly SourceFile[]): string[] {
  const graph = importGraph(files.filter(({ isTest }) => !isTest))
  return foldersOf(graph.keys()).flatMap((folder) => {
    const edges = edgesInside(folder, graph)
    const subfolders = new Set(edges.flatMap(({ from, to }) => [from, to]).filter((name) => !name.endsWith('.ts')))
    return [...subfolders]
      .filter(
        (name) =>
          edges.some(({ from, to }) => from === name && to.endsWith('.ts')) &&
          edges.some(({ from, to }) => to === name && from.endsWith('.ts')),
      )
      .map((name) => `${folder} <-> ${folder}/${name}`)
  })
}

interface Edge {
  readonly from: string
  readonly to: string
  readonly imported: string
}

function edgesInside(folder: string, graph: ImportGraph): Edge[] {
  const memberOf = (path: string) =>
    path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined
  return [...graph].flatMap(([path, targets]) =>
    targets.flatMap((target) => {
      const [from, to] = [memberOf(path), memberOf(target)]
      if (from === undefined || to === undefined || from === to) return []
      return [{ from, to, imported: `${path.slice(folder.length + 1)} -> ${target.slice(folder.length + 1)}` }]
    }),
  )
}

function graphOf(edges: readonly Edge[]): ImportGraph {
  const graph = new Map<string, string[]>()
  for (const { from, to } of edges) graph.set(from, [...(graph.get(from) ?? []), to])
  return graph
}

function importsBetween(members: readonly string[], edges: readonly Edge[]): string[] {
  return edges
    .filter(({ from, to }) => members.includes(from) && members.includes(to))
    .map(({ imported }) => imported)
    .sort()
}

function foldersOf(paths: Iterable<string>): string[] {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) folders.add(folder)
  }
  return [...folders].sort()
}

/** Folder -> number of source files directly in it, largest first. */
export function folderSizes(files: readonly SourceFile[]): [folder: string, size: number][] {
  const sizes = new Map<string, number>()
  for (const { path, isTest } of files) {
    if (isTest || posix.basename(path) === 'index.ts') continue
    const folder = posix.dirname(path)
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  return [...sizes].sort(([, a], [, b]) => b - a)
}

export function checkFolderSizes(files: readonly SourceFile[]): string[] {
  return folderSizes(files)
    .filter(([, size]) => size > maxFilesInFolder)
    .map(([folder, size]) => `${folder}: ${size} files`)
}
