import type { SchemaDocument } from '../document/document.ts'
import type { SourceValidator } from '../read/source.ts'
import { applyDefaults } from './apply-defaults.ts'
import type { Validator } from './create-validator.ts'

/** The validator of sources without their own: checks against the JSON Schema and applies defaults. */
export function jsonSchemaValidator(document: SchemaDocument, validator: Validator): SourceValidator {
  return {
    parse: (value) =>
      validator.patterns.within(value, () => {
        const { violations, warnings } = validator.inspect(value)
        if (violations.length === 0) {
          const filled = applyDefaults(document, validator, value)
          return warnings.length === 0 ? { value: filled } : { value: filled, warnings }
        }
        const issues = violations.map(({ level, pointer, keyword, message }) => ({ level, pointer, keyword, message }))
        return { issues: [...issues, ...warnings] }
      }),
  }
}
