import type { SchemaDocument } from '../document/document.ts'
import type { SourceValidator } from '../read/source.ts'
import { applyDefaults } from './apply-defaults.ts'
import type { Validator } from './create-validator.ts'

/** The validator of sources without their own: checks against the JSON Schema and applies defaults. */
export function jsonSchemaValidator(document: SchemaDocument, validator: Validator): SourceValidator {
  return {
    parse(value) {
      const violations = validator.validate(value)
      if (violations.length === 0) return { value: applyDefaults(document, validator, value) }
      return {
        issues: violations.map(({ level, pointer, keyword, message }) => ({ level, pointer, keyword, message })),
      }
    },
  }
}
