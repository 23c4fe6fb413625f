import { isSchemaObject, subschemas } from './restate.mjs'

const base = 'bench://schema/'

/** Finds what the references of a document lead to: pointers, anchors and ids. Nothing is fetched. */
export class References {
  #root
  #byAddress = new Map()

  constructor(root) {
    this.#root = root
    this.#index(root, new URL(base))
  }

  #index(schema, at) {
    if (!isSchemaObject(schema)) return
    let here = at
    if (typeof schema.$id === 'string' && URL.canParse(schema.$id, at.href)) {
      here = new URL(schema.$id, at.href)
      this.#byAddress.set(here.href, schema)
    }
    if (typeof schema.$anchor === 'string') this.#byAddress.set(new URL(`#${schema.$anchor}`, here.href).href, schema)
    for (const child of subschemas(schema)) this.#index(child.schema, here)
  }

  /** The schema, or undefined where the reference leads nowhere. */
  resolve(ref) {
    if (ref === '#') return this.#root
    if (ref.startsWith('#/')) return follow(this.#root, ref.slice(1))
    if (!URL.canParse(ref, base)) return undefined
    const rootId = this.#root.$id
    const from = typeof rootId === 'string' && URL.canParse(rootId, base) ? new URL(rootId, base).href : base
    return this.#byAddress.get(new URL(ref, from).href)
  }
}

function follow(root, pointer) {
  let value = root
  for (const step of pointer.split('/').slice(1)) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}
