import type { Validator } from './check/create-validator.ts'
import { createValidator } from './check/create-validator.ts'
import type { Settings } from './options.ts'
import type { SchemaDocument } from './read/document.ts'
import { openDocument } from './read/document.ts'
import type { SchemaGraph } from './read/from-json-schema.ts'
import { fromJsonSchema } from './read/from-json-schema.ts'
import type { Schema, Source } from './read/source.ts'

/** A source with what is made from it on first use. */
export interface OpenedSource {
  readonly document: SchemaDocument
  graph(): SchemaGraph
  validator(): Validator
  accepts(value: unknown, schema: Schema): boolean
}

/** Opens a source. Nothing is read before it is asked for. */
export function openSource(source: Source, settings: Settings): OpenedSource {
  const document = openDocument(source.schema, settings.draft === undefined ? {} : { draft: settings.draft })
  let validator: Validator | undefined
  let graph: SchemaGraph | undefined
  const opened: OpenedSource = {
    document,
    graph: () => (graph ??= fromJsonSchema(document, { strictRefs: settings.strictRefs, accepts: opened.accepts })),
    validator: () => (validator ??= createValidator(document, { formats: settings.formats })),
    accepts: (value, schema) => opened.validator().accepts(value, schema),
  }
  return opened
}
