/** The candidates, each as `(schema, draft, assertFormats) => (value) => boolean`, loaded only when asked for. */
const drafts = ['4', '6', '7', '2019-09', '2020-12']

export const validators = {
  toolfit: {
    entry:
      "export { createValidator } from '../../src/schema/check/create-validator.ts'; export { isFormat } from '../../src/schema/check/formats.ts'; export { openDocument } from '../../src/schema/read/document.ts'",
    drafts,
    async load(bundle) {
      const { createValidator, isFormat, openDocument } = await import(bundle)
      return (schema, draft, assertFormats) => {
        // The suite asks for the letter of each draft; `$ref` siblings are by default read in every one.
        const options = { formats: assertFormats ? isFormat : undefined, refSiblings: 'by-draft' }
        const validator = createValidator(openDocument(schema, { draft }), options)
        return (value) => validator.accepts(value)
      }
    },
  },
  '@cfworker/json-schema': {
    drafts: ['4', '7', '2019-09', '2020-12'],
    async load() {
      const { Validator } = await import('@cfworker/json-schema')
      return (schema, draft) => {
        const validator = new Validator(schema, draft)
        return (value) => validator.validate(value).valid
      }
    },
  },
  'json-schema-library': {
    drafts,
    async load() {
      const library = await import('json-schema-library')
      const all = ['draft04', 'draft06', 'draft07', 'draft2019', 'draft2020'].map((name) => library[name])
      return (schema, draft, assertFormats) => {
        const own = [all[drafts.indexOf(draft)]]
        const node = library.compileSchema(schema, { drafts: own, formatAssertion: assertFormats === true })
        return (value) => node.validate(value).valid
      }
    },
  },
  jsonschema: {
    entry: "export { default } from 'jsonschema'",
    drafts: ['4', '6', '7'],
    async load() {
      const { Validator } = (await import('jsonschema')).default
      return (schema, _draft, assertFormats) => {
        const validator = new Validator()
        return (value) => validator.validate(value, schema, { disableFormat: !assertFormats }).valid
      }
    },
  },
  'z-schema': {
    entry: "export { default } from 'z-schema'",
    drafts,
    async load() {
      const { default: ZSchema } = await import('z-schema')
      const names = ['draft-04', 'draft-06', 'draft-07', 'draft2019-09', 'draft2020-12']
      return (schema, draft, assertFormats) => {
        const version = names[drafts.indexOf(draft)]
        const validator = ZSchema.create({ safe: true, version, formatAssertions: assertFormats ? null : false })
        return (value) => validator.validate(value, schema).valid
      }
    },
  },
}
