/** Does the main job on one tool: fits its schema to Gemini, then receives the call. */
export function demonstrate({ name, about, form, schema, options, call }, compileSchema) {
  const compiled = compileSchema(schema(), { to: 'gemini', root: 'object', ...options })
  const { value, issues } = compiled.receive(call)
  const isValid = !issues.some(({ level }) => level === 'error')
  return {
    name,
    about,
    form,
    input: sourceOf(schema),
    output: compiled.schema,
    changes: compiled.changes,
    call,
    received: { isValid, value, issues },
  }
}

/** What a function without parameters returns, as its author wrote it. */
function sourceOf(schema) {
  const body = String(schema).replace(/^\(\) =>\s*/, '')
  if (body.startsWith('{')) return dedent(body.slice(body.indexOf('\n') + 1, body.lastIndexOf('\n')))
  return dedent(body.startsWith('({') ? body.slice(1, -1) : body)
}

/** The first line stands where the text before it ended; the margin is that of the last. */
function dedent(text) {
  const lines = text.split('\n')
  const margin = Math.max(0, lines.at(-1).search(/\S/))
  return lines.map((line) => (line.slice(0, margin).trim() === '' ? line.slice(margin) : line)).join('\n')
}
