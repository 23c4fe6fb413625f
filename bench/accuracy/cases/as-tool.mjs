/**
 * A tool takes an object, so a schema of anything else becomes its one parameter, `value`. Definitions and the draft move to
 * the root, where references look for them; an id would make them look elsewhere.
 */
export function asTool({ schema, valid = [], invalid = [], root = false }) {
  if (root) return { schema, valid, invalid }
  const wrap = (value) => ({ value })
  return { schema: asParameter(schema), valid: valid.map(wrap), invalid: invalid.map(wrap) }
}

export function asParameter(schema) {
  if (typeof schema !== 'object') return { type: 'object', properties: { value: schema }, required: ['value'] }
  const { $schema, $id: _id, id: _oldId, $defs, definitions, ...value } = schema
  const tool = { type: 'object', properties: { value }, required: ['value'] }
  return {
    ...($schema !== undefined && { $schema }),
    ...tool,
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  }
}
