import { builtinModules } from 'node:module'
import { importsOf } from './imports.ts'
import { lineOf, type SourceFile } from './source-file.ts'
import { isNode, type SyntaxNode, walk } from './syntax.ts'

/** Only `cli`, `mcp` and the files called `*.node.ts` may touch Node. */
const mayTouchNode = /^(cli|mcp)\/|\.node(\.test)?\.ts$/
/** The one file that looks for variables of an environment, where there is one. */
const mayLookForProcess = /^models\/http\/environment-key\.ts$/
/** Packages that run on Node alone. */
const nodePackages = /^(undici|@hono\/node-server|redis)(\/|$)/
const nodeGlobals = ['process', 'Buffer', 'global', 'require', 'module', '__dirname', '__filename', 'setImmediate']
const otherRuntimes = ['Bun', 'Deno']

/** Nothing compiles text to code: browsers with a strict policy and workerd refuse it. */
const codeFromText = ['eval', 'Function']

/** Node 20's misreads Latin-1; `parseUrl` of `core` takes its place. */
const misread = ['URL.canParse']

/** A library logs nothing. */
/** The command line, and the default listener of errors in a stream. */
const mayLog = /^cli\/|^runtime\/run\/log-error\.ts$/

/** Law 6: no clock, no randomness; law 7: nothing is fetched. */
const mustBePure = /^(core|schema)\//
const impureGlobals = ['fetch', 'performance', 'crypto', 'setTimeout', 'setInterval']
const impureMembers = ['Date.now', 'Math.random']

/** Uses of what a file's place forbids: Node built-ins, `eval`, the console, the clock. */
export function checkPlatform(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !file.isTest || mustBePure.test(file.path))
    .flatMap((file) => [...forbiddenImports(file), ...forbiddenNames(file)])
}

function forbiddenImports(file: SourceFile): string[] {
  if (mayTouchNode.test(file.path)) return []
  return importsOf(file)
    .filter(
      ({ specifier }) =>
        specifier.startsWith('node:') || builtinModules.includes(specifier) || nodePackages.test(specifier),
    )
    .map(({ specifier }) => `${file.path}: imports ${specifier}`)
}

function forbiddenNames(file: SourceFile): string[] {
  const forbidden = new Set([
    ...codeFromText,
    ...misread,
    ...(mayTouchNode.test(file.path) || mayLookForProcess.test(file.path) ? [] : [...nodeGlobals, ...otherRuntimes]),
    ...(mayLog.test(file.path) || file.isTest ? [] : ['console']),
    ...(mustBePure.test(file.path) && !file.isTest ? [...impureGlobals, ...impureMembers, 'new Date()'] : []),
  ])
  const declared = declaredNames(file.syntax)
  const found: string[] = []
  walk(file.syntax, (node, parent) => {
    for (const name of namesUsed(node, parent)) {
      if (!forbidden.has(name) || declared.has(name)) continue
      found.push(`${file.path}:${lineOf(file.text, node.start)}: uses ${name}`)
    }
  })
  return found
}

/** The global that a node reads, under any of its spellings: `process`, `globalThis.process`, `Date.now`. */
function namesUsed(node: SyntaxNode, parent: SyntaxNode | undefined): string[] {
  if (node.type === 'Identifier' && isReference(node, parent)) return [String(node.name)]
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'Date') {
    return Array.isArray(node.arguments) && node.arguments.length === 0 ? ['new Date()'] : []
  }
  if (node.type !== 'MemberExpression') return []
  const [object, property] = [nameOf(node.object), memberName(node)]
  if (object === undefined || property === undefined) return []
  return object === 'globalThis' ? [property] : [`${object}.${property}`]
}

function isReference(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (parent === undefined) return true
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed === true
  if (parent.type === 'TSQualifiedName') return parent.left === node
  if ('key' in parent && parent.key === node) return parent.computed === true
  return !['LabeledStatement', 'ExportSpecifier', 'ImportSpecifier', 'MetaProperty'].includes(parent.type)
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined
}

function memberName(node: SyntaxNode): string | undefined {
  if (node.computed !== true) return nameOf(node.property)
  return isNode(node.property) && typeof node.property.value === 'string' ? node.property.value : undefined
}

/** Names that the file binds itself: a parameter called `process` is not Node's. */
function declaredNames(syntax: SyntaxNode): Set<string> {
  const names = new Set<string>()
  const bind = (pattern: unknown): void => {
    if (!isNode(pattern)) return
    if (pattern.type === 'Identifier') names.add(String(pattern.name))
    if (Array.isArray(pattern.elements)) pattern.elements.forEach(bind)
    if (Array.isArray(pattern.properties)) pattern.properties.forEach(bind)
    if (pattern.type === 'Property') bind(pattern.value)
    if (pattern.type === 'AssignmentPattern') bind(pattern.left)
    if (pattern.type === 'RestElement') bind(pattern.argument)
  }
  walk(syntax, (node) => {
    if (Array.isArray(node.params)) node.params.forEach(bind)
    if (node.type === 'CatchClause') bind(node.param)
    if (/^(Import.*Specifier)$/.test(node.type)) bind(node.local)
    if (/Declarat(ion|or)$|^FunctionExpression$/.test(node.type)) bind(node.id)
  })
  return names
}
