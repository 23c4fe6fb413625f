import type { SourceFile } from './source-file.ts'

interface Kind {
  readonly name: string
  readonly path: RegExp
  /** What marks a file of the folder as one of the kind; its neighbours are helpers. */
  readonly exports: RegExp
}

/** The kinds of source file that each have their cases in a test beside them. */
const kinds: readonly Kind[] = [
  {
    name: 'pass',
    path: /^schema\/passes\//,
    exports: /^export (const \w+: Pass\b|function \w+\([^)]*\): (Pass|Forest)\b)/m,
  },
  { name: 'schema codec', path: /^schema\/codec\//, exports: /^export (const|function) \w+Codec\b/m },
  { name: 'history rule', path: /^history\/rules\//, exports: /^export const \w+: \w*Rule\b/m },
  {
    name: 'wire codec',
    path: /^wire\/[^/]+\//,
    exports: /^export function (encode|decode|createStream)(Request|Response|Error|Decoder|Encoder)\b/m,
  },
  { name: 'emulator rule', path: /^emulator\/accept\//, exports: /^export const \w+Rules = /m },
]

export interface Untested {
  readonly path: string
  readonly kind: string
}

/** Passes, codecs and rules without a test beside them. */
export function untestedFiles(files: readonly SourceFile[]): Untested[] {
  const paths = new Set(files.map(({ path }) => path))
  return files.flatMap(({ path, text, isTest }) => {
    const kind = kinds.find((each) => each.path.test(path) && each.exports.test(text))
    if (isTest || kind === undefined || paths.has(path.replace(/\.ts$/, '.test.ts'))) return []
    return [{ path, kind: kind.name }]
  })
}

/** Test titles that begin with the number of a specification: `C7: …`. It may stand in brackets at the end. */
export function checkTitles(files: readonly { readonly path: string; readonly text: string }[]): string[] {
  const numbered = /\(\s*(['"`])((?:[A-Z]\d+(?:\.\d+)?(?:, | and )?)+: (?:\\.|(?!\1).)*)\1,/g
  return files.flatMap(({ path, text }) => [...text.matchAll(numbered)].map(([, , title]) => `${path}: ${title}`))
}

/** Tests that fail on a slow machine. Speed belongs in `bench`; where something must not hang, the test gets a `timeout`. */
export function checkTimedTests(files: readonly { readonly path: string; readonly text: string }[]): string[] {
  const timed = /expect\((?:performance|Date)\.now\(\) - \w+\)\s*\.toBeLessThan\w*\([^)]*\)/g
  return files.flatMap(({ path, text }) => [...text.matchAll(timed)].map(([found]) => `${path}: ${found}`))
}
