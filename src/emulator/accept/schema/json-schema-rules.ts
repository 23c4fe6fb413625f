import { type Evidence, rulesAbout } from '../rule/rule.ts'
import { loopAt, nestedTooDeep, parametersNotObject, type SchemaPlace } from './backend-rules.ts'
import { findReferenceLoop } from './find-loop.ts'
import { childSchemas, isSchemaObject, type JsonSchemaDocument, printPlace } from './json-schema-document.ts'

/** A JSON Schema that is checked, and its place in the request. */
export interface JsonSchemaSubject {
  readonly document: JsonSchemaDocument
  readonly place: SchemaPlace
  readonly functionName: string
  /** The schema that a `$ref` leads to; undefined where there is none. */
  resolve(ref: string): unknown
}

/** Recorded on AI Studio. The same service answers behind Vertex; nothing is recorded there. */
const recorded: Evidence = { 'ai-studio': 'known', vertex: 'unsure' }
const doubtful: Evidence = { 'ai-studio': 'unsure', vertex: 'unsure' }

/** What the serving side refuses in a JSON Schema, in the order of the checks. Only the first violation is reported. */
export const jsonSchemaRules = rulesAbout<JsonSchemaSubject>('backend')([
  {
    id: 'reference-undefined',
    says: 'A `$ref` leads to a schema of the document.',
    source: 'https://github.com/google-gemini/gemini-cli/issues/13326; probed on gemini-3-flash-preview, 2026-10-04',
    evidence: recorded,
    check: ({ document, resolve }) => {
      for (const [node, ref] of references(document)) {
        if (resolve(ref) === undefined) return `reference to undefined schema at ${placeOf(document, node)}`
      }
      return undefined
    },
  },
  {
    id: 'reference-with-siblings',
    says: 'A schema with `$ref` has only keywords that start with `$` beside it.',
    source: 'https://github.com/google-gemini/gemini-cli/issues/4758',
    // Documented, and refused in 2025. Probes of 2026 passed.
    evidence: doubtful,
    upTo: '2.5',
    check: ({ document }) => {
      for (const [node] of references(document)) {
        if (Object.keys(node).some((keyword) => !keyword.startsWith('$')))
          return `schema at ${placeOf(document, node)} can only contain properties starting with '$' when $ref is present`
      }
      return undefined
    },
  },
  {
    id: 'reference-loop',
    says: 'A loop of `$ref`s can be left.',
    source: 'https://github.com/juspay/juspay-mcp/pull/132; measured on gemini-3.8-flash, 2026-09-27',
    evidence: recorded,
    check: ({ document, resolve }, { strict }) => {
      const loop = findReferenceLoop(document, resolve, strict)
      return loop !== undefined && loopAt(placeOf(document, loop))
    },
  },
  {
    id: 'nesting-too-deep',
    says: 'A schema is not nested too deep. The caller sets the limit: Google publishes none.',
    source: 'https://github.com/googleapis/js-genai/issues/882',
    evidence: recorded,
    check: ({ document, place, functionName }, { nestingLimit }) =>
      nestingLimit !== undefined && levelsOf(document.root) > nestingLimit && nestedTooDeep(place, functionName),
  },
  {
    id: 'parameters-not-object',
    says: 'Parameters are an object.',
    source: 'documentation of FunctionDeclaration; the text is that of the native Schema',
    evidence: doubtful,
    check: (subject) =>
      subject.place === 'parameters' && !describesObject(subject) && parametersNotObject(subject.functionName),
  },
])

/** The deepest nesting of objects and arrays. References are not followed. */
function levelsOf(schema: unknown): number {
  if (!isSchemaObject(schema)) return 0
  let below = 0
  for (const child of childSchemas(schema)) below = Math.max(below, levelsOf(child.schema))
  const types: readonly unknown[] = [schema['type']].flat()
  return below + (types.includes('object') || types.includes('array') ? 1 : 0)
}

/** Every schema with a reference, in the order of the document. */
function* references({ places }: JsonSchemaDocument): Generator<[node: object, ref: string]> {
  for (const node of places.keys()) {
    const ref = (node as Record<string, unknown>)['$ref']
    if (typeof ref === 'string') yield [node, ref]
  }
}

function placeOf(document: JsonSchemaDocument, node: object): string {
  return printPlace(document.places.get(node) ?? '')
}

function describesObject({ document, resolve }: JsonSchemaSubject): boolean {
  const seen = new Set<unknown>()
  for (let node = document.root; isSchemaObject(node) && !seen.has(node); ) {
    if (node['type'] === 'object') return true
    seen.add(node)
    const ref: unknown = node['$ref']
    node = typeof ref === 'string' ? resolve(ref) : undefined
  }
  return false
}
