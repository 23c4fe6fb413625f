import { type JsonObject, ownValue } from '../../../core/json.ts'
import { both, type Outcome } from '../../../core/outcome.ts'
import type { Resource } from '../../document/document.ts'
import type { Schema } from '../../document/schema.ts'
import { enlargeScope, outermost } from '../dynamic-scope.ts'
import type { Context, KeywordCompiler, Run } from '../run.ts'

/** The target of a reference: the schema, and its resource if that is another one. */
interface Target {
  readonly schema: Schema
  readonly resource: Resource | undefined
}

/** Finds the target in the dynamic scope of a run. Undefined: there is none, and any value is valid. */
type Follow = (run: Run) => Target | undefined

const nowhere: Follow = () => undefined

/** The compiled reference keywords of a schema. */
export function readReferences(schema: JsonObject, context: Context): { keyword: string; follow: Follow }[] {
  return readers.flatMap(([keyword, read]) => {
    const ref = ownValue(schema, keyword)
    return typeof ref === 'string' ? [{ keyword, follow: read(schema, ref, context) ?? nowhere }] : []
  })
}

/** `$ref`, `$dynamicRef` and `$recursiveRef`. */
export const compileReferences: KeywordCompiler = (schema, context) => {
  const references = readReferences(schema, context)
  if (references.length === 0) return undefined
  return (value, run) => {
    let outcome: Outcome = true
    for (const { keyword, follow } of references) {
      const target = follow(run)
      if (target === undefined) continue
      const { scope } = run
      if (target.resource !== undefined) run.scope = enlargeScope(run, target.resource)
      outcome = both(outcome, run.follow(target.schema, value, schema, keyword))
      run.scope = scope
      if (!outcome && run.isQuick) return false
    }
    return outcome
  }
}

type Reader = (schema: JsonObject, ref: string, context: Context) => Follow | undefined

const readRef: Reader = (schema, ref, { document }) => {
  const resolved = document.resolve(schema, ref)
  if (resolved === undefined) return undefined
  const isElsewhere = document.hasResources() && document.resourceOf(resolved.schema) !== document.resourceOf(schema)
  const target: Target = {
    schema: resolved.schema,
    resource: isElsewhere ? document.resourceOf(resolved.schema) : undefined,
  }
  return () => target
}

const readDynamicRef: Reader = (schema, ref, context) => {
  const resolved = context.document.resolve(schema, ref)
  const name = ref.slice(ref.indexOf('#') + 1)
  const isDynamic =
    typeof resolved?.schema === 'object' && ref.includes('#') && ownValue(resolved.schema, '$dynamicAnchor') === name
  // Without a dynamic anchor at its first target, `$dynamicRef` is a `$ref`.
  if (!isDynamic) return readRef(schema, ref, context)
  const fallback = readRef(schema, ref, context)
  return (run) => {
    const resource = outermost(run, (each) => each.dynamicAnchors.has(name))
    return resource === undefined ? fallback?.(run) : { schema: resource.dynamicAnchors.get(name)!.schema, resource }
  }
}

const readRecursiveRef: Reader = (schema, _ref, { document }) => {
  return (run) => {
    const here = document.resourceOf(schema)
    const resource = here.isRecursive ? (outermost(run, (each) => each.isRecursive) ?? here) : here
    return { schema: resource.root, resource }
  }
}

const readers: readonly (readonly [keyword: string, read: Reader])[] = [
  ['$ref', readRef],
  ['$dynamicRef', readDynamicRef],
  ['$recursiveRef', readRecursiveRef],
]
