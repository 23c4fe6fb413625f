import { isPlainObject } from '../../../core/json.ts'
import {
  type JsonSchemaDocument,
  readJsonSchemaDocument,
  resolveReference,
} from '../../accept/schema/json-schema-document.ts'

/** What references of one schema lead to. The document is read when a reference is first met: most tools have none. */
export interface References {
  readonly root: unknown
  document?: JsonSchemaDocument
}

/** The schema that a reference leads to. Undefined: nowhere in this document. */
export function resolve(references: References, reference: string): unknown {
  references.document ??= readJsonSchemaDocument(references.root)
  const { document } = references
  const find = (ref: string) => resolveReference(document, ref, { definitions: true, schemasOnly: false })
  const target = find(reference) ?? find(absolute(reference, references.root))
  return typeof target === 'boolean' || isPlainObject(target) ? target : undefined
}

/** Relative to the `$id` of the document, where it has one. */
function absolute(reference: string, root: unknown): string {
  const id = isPlainObject(root) ? root['$id'] : undefined
  return typeof id === 'string' && URL.canParse(reference, id) ? new URL(reference, id).href : reference
}

/** How much may still be done for one value. Hostile schemas ask for more than anybody has. */
export interface Effort {
  left: number
}

/** False when there is nothing left. */
export function spend(effort: Effort): boolean {
  return --effort.left >= 0
}
