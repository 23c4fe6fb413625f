import { Ajv2020 } from 'ajv/dist/2020.js'

/** A yes-or-no validator of a 2020-12 schema. Formats are annotations, as JSON Schema has it. */
export function createValidator(schema) {
  // A fresh one each time: ajv remembers schemas by `$id`.
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    validateFormats: false,
    allErrors: false,
    ownProperties: true,
    unicodeRegExp: true,
    logger: false,
    inlineRefs: false,
  })
  const validate = ajv.compile(withStandIns(schema))
  return (value) => validate(withStandIns(value))
}

/** ajv skips properties called `__proto__`: a name of the same length stands in for it, on both sides. */
function withStandIns(value) {
  if (typeof value === 'string') return value === '__proto__' ? '__prota__' : value
  if (Array.isArray(value)) return value.map(withStandIns)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key === '__proto__' ? '__prota__' : key, withStandIns(each)]),
  )
}
