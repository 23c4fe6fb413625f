import type { Outcome } from '../core/outcome.ts'
import { PatternMatcher } from '../core/pattern/pattern-matcher.ts'
import type { Validator } from './check/create-validator.ts'
import { createValidator } from './check/create-validator.ts'
import { isFormat } from './check/formats/formats.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { SchemaDocument } from './document/document.ts'
import { openDocument } from './document/document.ts'
import type { Schema } from './document/schema.ts'
import type { Forest } from './ir/walk.ts'
import type { Settings } from './options.ts'
import { fromJsonSchema } from './read/json-schema/from-json-schema.ts'
import type { Source } from './read/source.ts'

/** A source with what is made from it on first use: nothing is read before it is asked for. */
export class OpenedSource {
  declare private readonly source: Source
  declare private readonly settings: Settings
  declare private openedDocument: SchemaDocument | undefined
  declare private madeValidator: Validator | undefined
  /** Shared by all that matches patterns of the source. */
  declare readonly patterns: PatternMatcher

  constructor(source: Source, settings: Settings) {
    this.source = source
    this.settings = settings
    this.openedDocument = undefined
    this.madeValidator = undefined
    this.patterns = new PatternMatcher()
  }

  get dialect(): Dialect {
    return this.settings.dialect
  }

  get document(): SchemaDocument {
    const { draft } = this.settings
    this.openedDocument ??= openDocument(this.source.schema, { draft })
    return this.openedDocument
  }

  /** Reads the document into the compiler's trees. */
  read(): Forest {
    const { strictRefs, formats } = this.settings
    const { patterns } = this
    return fromJsonSchema(this.document, {
      strictRefs,
      assertsFormats: formats === 'assert',
      hasNatives: this.source.hasNatives,
      patterns,
      accepts: (value, schema) => this.accepts(value, schema),
    })
  }

  /** {@link read} by itself, before a compilation: patterns run within its own steps. */
  readOnce(): Forest {
    return this.patterns.within(this.source.schema, () => this.read())
  }

  get validator(): Validator {
    this.madeValidator ??= createValidator(this.document, {
      formats: this.settings.formats === 'assert' ? isFormat : undefined,
      patterns: this.patterns,
    })
    return this.madeValidator
  }

  accepts(value: unknown, schema: Schema | readonly Schema[]): Outcome {
    return this.validator.accepts(value, schema)
  }
}
