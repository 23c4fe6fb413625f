// Writes src/emulator/accept/proto/proto-tables.ts from the official descriptors, which ship in @google-ai/generativelanguage.
// That package brings a gRPC stack along, so it is a dependency of interop/ only (bash scripts/install-extra.sh).
//
//   node scripts/generate-proto-tables.mjs            writes the file
//   node scripts/generate-proto-tables.mjs --check    exits with 1 where the file is not current

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const packageName = '@google-ai/generativelanguage'
const protoPackage = 'google.ai.generativelanguage.v1beta'
const roots = ['GenerateContentRequest', 'CountTokensRequest']

const installed = new URL(`../interop/node_modules/${packageName}/`, import.meta.url)
export const tablesFile = new URL('../src/emulator/accept/proto/proto-tables.ts', import.meta.url)

/** Whether the descriptors are there to generate from. */
export function hasDescriptors() {
  return existsSync(new URL('build/protos/protos.json', installed))
}

/** The text of the tables. */
export function generateTables() {
  const descriptors = JSON.parse(readFileSync(new URL('build/protos/protos.json', installed), 'utf8'))
  const { version } = JSON.parse(readFileSync(new URL('package.json', installed), 'utf8'))
  const tables = collect(descriptors)
  return print(version, tables)
}

/** Goes through all types that the roots reach. A type is named as its package does: `Content`, `google.type.LatLng`. */
function collect(descriptors) {
  const messages = new Map()
  const enums = new Map()
  const waiting = roots.map((name) => `${protoPackage}.${name}`)
  const seen = new Set(waiting)
  for (const fullName of waiting) {
    const type = find(descriptors, fullName)
    if (type.values !== undefined) {
      enums.set(shortName(fullName), printEnum(type.values))
      continue
    }
    const fields = Object.entries(type.fields ?? {}).map(([name, field]) => {
      const target = resolve(descriptors, field.type, fullName)
      if (target !== undefined && !isWellKnown(target) && !seen.has(target)) {
        seen.add(target)
        waiting.push(target)
      }
      return printField(name, field, target, type.oneofs ?? {})
    })
    messages.set(shortName(fullName), fields)
  }
  return { messages: sorted(messages), enums: sorted(enums) }
}

function sorted(map) {
  return [...map].sort(([left], [right]) => (left < right ? -1 : 1))
}

const scalars = new Set(['string', 'bytes', 'bool', 'int32', 'int64', 'float', 'double'])

/** The full name of the type of a field, looked up from the inside out as protoc does; undefined for a scalar. */
function resolve(descriptors, name, from) {
  if (scalars.has(name)) return undefined
  for (let scope = from; ; scope = scope.slice(0, scope.lastIndexOf('.'))) {
    const candidate = `${scope}.${name}`
    if (tryFind(descriptors, candidate) !== undefined) return candidate
    if (!scope.includes('.')) break
  }
  if (tryFind(descriptors, name) === undefined) throw new Error(`${from} has a field of the unknown type ${name}`)
  return name
}

function find(descriptors, fullName) {
  const type = tryFind(descriptors, fullName)
  if (type === undefined) throw new Error(`The descriptors have no ${fullName}`)
  return type
}

function tryFind(descriptors, fullName) {
  let type = descriptors
  for (const name of fullName.split('.')) type = type?.nested?.[name]
  return type?.fields !== undefined || type?.values !== undefined ? type : undefined
}

/** google.protobuf.* is written in JSON by rules of its own, which the transcoder knows. */
function isWellKnown(fullName) {
  return fullName.startsWith('google.protobuf.')
}

function shortName(fullName) {
  return fullName.startsWith(`${protoPackage}.`) ? fullName.slice(protoPackage.length + 1) : fullName
}

/** One line of the tables, in the words of a .proto file: `optional Schema parameters`, `string text in data`. */
function printField(name, field, target, oneofs) {
  const type = target === undefined ? field.type : shortName(target)
  const jsonName = field.options?.json_name
  const oneof = Object.entries(oneofs).find(([, group]) => group.oneof.includes(name))?.[0]
  const label = labelOf(name, field, type)
  // Behind `optional` protoc makes a oneof of its own, which is no group of fields.
  const group = oneof === undefined || field.options?.proto3_optional ? '' : ` in ${snakeCase(oneof)}`
  return `${label} ${snakeCase(name)}${jsonName === undefined ? '' : ` as ${jsonName}`}${group}`
}

/** The descriptors have names in lowerCamelCase only. */
function snakeCase(name) {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function labelOf(name, field, type) {
  if (field.keyType !== undefined) {
    if (field.keyType !== 'string') throw new Error(`${name} is a map with keys of the type ${field.keyType}`)
    return `map<string, ${type}>`
  }
  if (field.rule === 'repeated') return `repeated ${type}`
  return field.options?.proto3_optional ? `optional ${type}` : type
}

/** Names in the order of their numbers; a number is written only where it is not the next one. */
function printEnum(values) {
  let next = 0
  return Object.entries(values)
    .sort(([, left], [, right]) => left - right)
    .map(([name, number]) => {
      const text = number === next ? name : `${name}=${number}`
      next = number + 1
      return text
    })
}

function print(version, { messages, enums }) {
  return `// Generated by scripts/generate-proto-tables.mjs from ${packageName} ${version}. Do not edit.

/** Everything that ${roots.join(' and ')} reach, as Google published it: older than the live surface. */
export const publishedProto = \`
${messages.map(([name, fields]) => printType('message', name, fields)).join('\n')}
${enums.map(([name, values]) => printType('enum', name, values)).join('\n')}
\`
`
}

/** `message Blob { string mime_type; bytes data }`, in lines of at most 120 columns. */
function printType(keyword, name, items) {
  const lines = [`${keyword} ${name} {`]
  for (const [index, item] of items.entries()) {
    const text = index < items.length - 1 ? `${item};` : `${item} }`
    if (`${lines.at(-1)} ${text}`.length > 120) lines.push(`  ${text}`)
    else lines[lines.length - 1] += ` ${text}`
  }
  return items.length === 0 ? `${lines[0]}}` : lines.join('\n')
}

function main() {
  if (!hasDescriptors()) {
    console.error(`No ${packageName} in interop/node_modules: run bash scripts/install-extra.sh first.`)
    process.exitCode = 2
    return
  }
  const text = generateTables()
  if (!process.argv.includes('--check')) writeFileSync(tablesFile, text)
  else if (!existsSync(tablesFile) || readFileSync(tablesFile, 'utf8') !== text) {
    console.error(
      'src/emulator/accept/proto/proto-tables.ts is not current: run node scripts/generate-proto-tables.mjs',
    )
    process.exitCode = 1
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
