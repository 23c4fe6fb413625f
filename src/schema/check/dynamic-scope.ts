import type { Resource, SchemaDocument } from '../document/document.ts'
import { setCached } from './set-cached.ts'

/** The scope of a validation. */
interface Scoped {
  readonly document: SchemaDocument
  readonly scope: Scope | undefined
}

/** The resources that a validation has entered, innermost first. Equal scopes are the same object. */
export interface Scope {
  readonly resource: Resource
  readonly outer: Scope | undefined
  readonly inner: Map<Resource, Scope>
}

/** One scope object per root, so that scopes can be compared by identity. */
const rootScopes = new WeakMap<Resource, Scope>()

function scopeOf(run: Scoped): Scope {
  if (run.scope !== undefined) return run.scope
  const resource = run.document.resourceOf(run.document.root)
  return rootScopes.get(resource) ?? setCached(rootScopes, resource, { resource, outer: undefined, inner: new Map() })
}

/** The scope inside a resource. Only the outermost occurrence of a resource counts, which keeps scopes few. */
export function enlargeScope(run: Scoped, resource: Resource): Scope {
  const scope = scopeOf(run)
  for (let each: Scope | undefined = scope; each !== undefined; each = each.outer) {
    if (each.resource === resource) return scope
  }
  return scope.inner.get(resource) ?? setCached(scope.inner, resource, { resource, outer: scope, inner: new Map() })
}

/** The outermost resource in scope that satisfies the predicate. */
export function outermost(run: Scoped, isMeant: (resource: Resource) => boolean): Resource | undefined {
  let found: Resource | undefined
  for (let each: Scope | undefined = scopeOf(run); each !== undefined; each = each.outer) {
    if (isMeant(each.resource)) found = each.resource
  }
  return found
}
