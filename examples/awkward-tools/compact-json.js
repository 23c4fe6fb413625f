/** JSON for people: what fits into `width` columns, with a comma, stands on one line. A Date is shown as one. */
export function compactJson(value, width, indent = '', before = indent.length) {
  const line = oneLine(value)
  const isStructure = typeof value === 'object' && value !== null && !(value instanceof Date)
  if (!isStructure || before + line.length < width) return line
  const isList = Array.isArray(value)
  const inner = `${indent}  `
  const parts = Object.keys(value).map((key) => {
    const start = isList ? inner : `${inner}${JSON.stringify(key)}: `
    return start + compactJson(value[key], width, inner, start.length)
  })
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

function oneLine(value) {
  if (value instanceof Date) return `Date(${value.toISOString()})`
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const parts = Object.keys(value).map((key) => `${JSON.stringify(key)}: ${oneLine(value[key])}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}
