import type { Validator } from './check/create-validator.ts'
import { createValidator } from './check/create-validator.ts'
import type { Settings } from './options.ts'
import type { SchemaDocument } from './read/document.ts'
import { openDocument } from './read/document.ts'
import type { SchemaGraph } from './read/from-json-schema.ts'
import { fromJsonSchema } from './read/from-json-schema.ts'
import type { Schema, Source } from './read/source.ts'

/** A source with what is made from it on first use: nothing is read before it is asked for. */
export class OpenedSource {
  readonly #source: Source
  readonly #settings: Settings
  #document: SchemaDocument | undefined
  #validator: Validator | undefined
  #graph: SchemaGraph | undefined

  constructor(source: Source, settings: Settings) {
    this.#source = source
    this.#settings = settings
  }

  get document(): SchemaDocument {
    const { draft } = this.#settings
    this.#document ??= openDocument(this.#source.schema, draft === undefined ? {} : { draft })
    return this.#document
  }

  get graph(): SchemaGraph {
    const { strictRefs } = this.#settings
    this.#graph ??= fromJsonSchema(this.document, { strictRefs, accepts: this.accepts })
    return this.#graph
  }

  get validator(): Validator {
    this.#validator ??= createValidator(this.document, { formats: this.#settings.formats })
    return this.#validator
  }

  readonly accepts = (value: unknown, schema: Schema): boolean => this.validator.accepts(value, schema)
}
