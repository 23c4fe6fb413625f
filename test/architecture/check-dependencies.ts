import { importsOf } from './imports.ts'
import type { SourceFile } from './source-file.ts'

export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>
}

/** Dependencies that no decision record explains, and explanations of what is no longer there. */
export function checkDependencies(manifest: Manifest, explained: Readonly<Record<string, string>>): string[] {
  const present = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
  const peers = Object.keys(manifest.peerDependencies ?? {})
  return [
    ...present.filter((name) => !(name in explained)).map((name) => `${name}: no decision record explains it`),
    ...Object.keys(explained)
      .filter((name) => !present.includes(name))
      .map((name) => `${name}: explained, but not a dependency`),
    ...peers
      .filter((name) => manifest.peerDependenciesMeta?.[name]?.optional !== true)
      .map((name) => `${name}: peers are optional`),
  ]
}

/** Packages that sources import although users do not install them; `core` imports none at all. */
export function checkPackageImports(manifest: Manifest, files: readonly SourceFile[]): string[] {
  const installed = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies }
  return files
    .filter((file) => !file.isTest)
    .flatMap(importsOf)
    .filter(({ target, specifier }) => target === undefined && !specifier.startsWith('node:'))
    .filter(({ from, specifier }) => from.startsWith('core/') || !(packageName(specifier) in installed))
    .map(({ from, specifier }) => `${from}: imports ${specifier}`)
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
