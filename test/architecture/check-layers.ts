import { posix } from 'node:path'
import { importsOf } from './imports.ts'
import type { SourceFile } from './source-file.ts'

/** The rows of docs/architecture.md, lowest first. Folders of one row never import each other. */
const rows: Readonly<Record<string, number>> = {
  core: 0,
  server: 0.5,
  schema: 0.5,
  tools: 1,
  history: 1,
  wire: 1,
  models: 2,
  runtime: 3,
  gateway: 4,
  bridges: 4,
  testing: 4,
  cli: 5,
}
/** `toolfit` itself must run everywhere, so it opens onto nothing above `runtime`. */
const rootDoorRow = 3.5

/** Imports that do not point downwards, or that reach into another folder's private module. */
export function checkLayers(files: readonly SourceFile[]): string[] {
  return files.flatMap(importsOf).flatMap(({ from, target }) => {
    if (target === undefined) return []
    const complaint = complaintAbout(from, target)
    return complaint === undefined ? [] : [`${from} -> ${target}: ${complaint}`]
  })
}

function complaintAbout(from: string, target: string): string | undefined {
  if (target.startsWith('../test/') && /\.test\.ts$/.test(from)) return undefined
  if (target.startsWith('..')) return 'sources import nothing outside src/'
  if (posix.basename(target).startsWith('_') && posix.dirname(target) !== posix.dirname(from)) {
    return 'a private module (_name.ts) serves its own folder only'
  }
  const [importer, imported] = [folderOf(from), folderOf(target)]
  if (importer === imported) return complaintAboutProtocols(from, target)
  if (imported === '') return 'nothing imports the root entry'
  if (importer === 'emulator') {
    return imported === 'core' || imported === 'server' ? undefined : 'the emulator imports core and server only'
  }
  if (imported === 'emulator') {
    return importer === 'cli' || importer === 'testing' ? undefined : 'only cli and testing import the emulator'
  }
  if (imported === 'server' && !['gateway', 'cli'].includes(importer))
    return 'gateway, emulator and cli import the server'
  const [above, below] = [rowOf(importer), rowOf(imported)]
  if (above === undefined || below === undefined) return 'this folder has no row in the layer table'
  return below < above ? undefined : `imports point downwards only (row ${above} -> row ${below})`
}

/** Adding a protocol to the gateway touches its own folder and the list in app.ts: nothing else of the gateway knows one. */
function complaintAboutProtocols(from: string, target: string): string | undefined {
  if (from.endsWith('.test.ts')) return undefined
  const [importing, imported] = [protocolOf(from), protocolOf(target)]
  if (imported === undefined || importing === imported || from === 'gateway/app.ts') return undefined
  return importing === undefined ? 'only app.ts imports a protocol' : 'protocols do not import each other'
}

function protocolOf(path: string): string | undefined {
  return /^gateway\/protocols\/([^/]+)\//.exec(path)?.[1]
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
}

function rowOf(folder: string): number | undefined {
  return folder === '' ? rootDoorRow : rows[folder]
}
