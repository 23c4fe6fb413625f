import type { JsonObject } from '../../src/core/json.ts'
import type { ChangeCode } from '../../src/schema/change-code.ts'
import type { CompileOptions } from '../../src/schema/options.ts'

/** A source that draws a change: JSON Schema, or Zod as one writes it. */
export interface ChangeExample {
  /** What the code means and what to do about it, in a sentence or two. */
  readonly meaning: string
  readonly source: JsonObject | string
  readonly options?: Partial<CompileOptions>
  /** The source is a whole tool, for changes that `compileTools` alone makes. */
  readonly isTool?: true
}

const text = { type: 'string' }

/** One example for every code, in the order of docs/changes.md. */
export const changeExamples: Readonly<Record<ChangeCode, ChangeExample>> = {
  'dialect-chosen': {
    meaning:
      'With `to: "gemini-auto"`: which dialect the schema was written in, and why. Nothing is lost by it, so it is marked as `implicit`. [Dialects](dialects.md#gemini-auto) explains the scores.',
    source: { type: 'object', properties: { settings: { type: 'object', additionalProperties: text } } },
    options: { to: 'gemini-auto' },
  },
  'type-mapped': {
    meaning:
      'A type name that people write by hand (`dict`, `float`, `list[str]`, `bool`) was read as the type it stands for.',
    source: { type: 'dict', additionalProperties: { type: 'float' } },
  },
  'type-unknown': {
    meaning:
      'A type name that means nothing to Toolfit. Any type is taken there. Use one of the seven types of JSON Schema.',
    source: { type: 'object', properties: { turn: { type: 'quaternion' } } },
  },
  'type-inferred': {
    meaning:
      'No `type` is given, but the keywords speak about one type only. The model is asked for that type; `check` goes on accepting all others, as JSON Schema has it. Add a `type` to make both the same.',
    source: { minLength: 3 },
  },
  'type-not-json': {
    meaning:
      'A Zod type without any JSON form (a symbol, a function, a class). The model is asked for any value, the source decides.',
    source: 'z.object({ mark: z.symbol().optional() })',
  },
  'required-flag-moved': {
    meaning:
      "A property says `required: true`. Its name moved to the parent's list, which is where JSON Schema has it.",
    source: { type: 'object', properties: { city: { type: 'string', required: true } } },
  },
  'required-flag-dropped': {
    meaning: 'A property says `required: false`, which is the default.',
    source: { type: 'object', properties: { city: { type: 'string', required: false } } },
  },
  'keyword-malformed': {
    meaning: 'The keyword has a value that it cannot have, so it means nothing. Repair the schema.',
    source: { type: 'string', minLength: 'many' },
  },
  'keyword-misspelt': {
    meaning:
      'Not a keyword, but close to one: another letter case, a letter wrong, a short form. Or a property that does not stand under `properties`. It has no effect. Write what the note names. `toolfit check --fail-on unknown` fails on it. Other unknown keywords (`x-…`) are annotations.',
    source: { type: 'string', minlength: 3, desc: 'A name.' },
  },
  'read-as-meant': {
    meaning:
      'As it is written, no value could satisfy the schema, but what was meant is plain. An `enum` of strings on an array lists its items; strings beside a number or boolean type are numbers or booleans; an empty `enum` beside a type or in `items` is ignored; `additionalProperties: false` beside an `allOf` that requires other properties closes the whole. The output and `check` read it so. Write what you meant.',
    source: {
      type: 'object',
      properties: {
        tags: { type: 'array', items: text, enum: ['a', 'b'] },
        size: { type: 'integer', enum: ['1', '2'] },
      },
    },
  },
  'not-a-schema': {
    meaning:
      'A schema is due, but there is something else: the name of a type, null, a list. Any value is accepted there. Write a schema. `toolfit check --fail-on unknown` fails on it.',
    source: { type: 'object', properties: { city: 'string', unit: { type: 'string' }, required: ['city'] } },
  },
  'keyword-cannot-bind': {
    meaning:
      'The keyword speaks about a type that the schema rules out, or needs another keyword that is not there. It has no effect in any validator.',
    source: { type: 'string', minimum: 3 },
  },
  'refine-not-expressible': {
    meaning:
      'The source checks more than JSON Schema can say (`refine`, `superRefine`, a custom check). The message of the check, if it has one, goes into the description; `check` runs it.',
    source: "z.string().refine((text) => text === text.trim(), 'No spaces around it.')",
  },
  'ref-unresolved': {
    meaning:
      'The reference leads to nothing in this document. Nothing is ever fetched, so any value is taken there. `strictRefs` makes it an error.',
    source: { type: 'object', properties: { user: { $ref: 'https://example.com/user.json' } } },
  },
  'ref-to-itself': {
    meaning: 'The reference leads back to its own schema without a step into the value, so it says nothing.',
    source: {
      type: 'object',
      properties: { loop: { $ref: '#/$defs/loop' } },
      $defs: { loop: { $ref: '#/$defs/loop' } },
    },
  },
  'dynamic-ref-resolved': {
    meaning:
      'A `$dynamicRef` or `$recursiveRef` was followed to its target: the anchor of the root. If the root has none, the target depends on the path; the one that it has on its own is sent, and `check` follows it fully.',
    source: {
      type: 'object',
      properties: { a: { $dynamicRef: '#n' } },
      $defs: { n: { $dynamicAnchor: 'n', type: 'string' } },
    },
  },
  'ref-inlined': {
    meaning: 'The reference was replaced by what it names.',
    source: { type: 'object', properties: { home: { $ref: '#/$defs/city' } }, $defs: { city: text } },
  },
  'definitions-inlined': {
    meaning: 'The definitions stand where they are used, so their list is not needed.',
    source: { type: 'object', properties: { home: { $ref: '#/$defs/city' } }, $defs: { city: text } },
  },
  'all-of-merged': {
    meaning: 'All parts were merged into one schema that accepts exactly what they accept together.',
    source: { allOf: [{ type: 'string', minLength: 2 }, { maxLength: 5 }] },
  },
  'any-of-distributed': {
    meaning: 'What stood beside `anyOf` went into each branch: Gemini allows nothing beside it.',
    source: {
      type: 'object',
      properties: { id: text },
      anyOf: [{ properties: { mail: text } }, { properties: { phone: text } }],
    },
  },
  'any-of-simplified': {
    meaning: 'A union was said with fewer words: a union of one, or a union inside a union.',
    source: { anyOf: [{ type: 'string' }] },
  },
  'one-of-disjoint': {
    meaning: 'No value that the model can send fits two branches of this `oneOf`, so `anyOf` says the same.',
    source: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
  },
  'const-to-enum': { meaning: '`const` became an `enum` of one.', source: { const: 'EUR' } },
  'enum-to-type': {
    meaning: 'The listed values are said by a type and its bounds: both booleans, integers in a row, one number.',
    source: { type: 'object', properties: { level: { enum: [1, 2, 3] }, isUrgent: { enum: [true, false] } } },
  },
  'enum-filtered': {
    meaning: 'Only those members are listed that the other keywords of the schema allow.',
    source: { type: 'string', enum: ['a', 'bb', 3], minLength: 2 },
  },
  'null-to-nullable': { meaning: 'Null became `nullable: true`.', source: { type: ['string', 'null'] } },
  'types-to-any-of': { meaning: 'Each type of a list became a branch.', source: { type: ['string', 'integer'] } },
  'bound-made-inclusive': {
    meaning: 'An exclusive bound on an integer was said by the next whole number.',
    source: { type: 'integer', exclusiveMinimum: 0 },
  },
  'bound-restated': {
    meaning: 'A bound was said by another that means the same, or left out because it bounds nothing.',
    source: { type: 'string', minLength: 1.5 },
  },
  'keyword-reworded': {
    meaning:
      'The dialect says it with other words: a keyword of an older draft or of OpenAPI with those of 2020-12, definitions in the list that the dialect has for them.',
    source: { type: 'array', items: [text], additionalItems: false },
    options: { to: 'json-schema' },
  },
  'condition-applied': {
    meaning: 'A condition or dependency that every value meets, or none, was carried out.',
    source: {
      type: 'object',
      properties: { card: text, address: text },
      required: ['card'],
      dependentRequired: { card: ['address'] },
    },
  },
  'negation-applied': {
    meaning: 'A `not` was carried out on the schema around it, exactly.',
    source: { type: ['string', 'null'], not: { type: 'null' } },
  },
  'keys-enumerated': {
    meaning: 'The keys of the record are listed, so each became a property.',
    source: { type: 'object', propertyNames: { enum: ['x', 'y'] }, additionalProperties: { type: 'number' } },
  },
  'closed-object-implied': {
    meaning: 'Nothing had to be said: the model writes declared properties only.',
    source: { type: 'object', properties: { city: text }, additionalProperties: false },
  },
  'impossible-part-removed': {
    meaning:
      'No value can stand there, so the part was left out. If the whole schema is impossible, that is the error `schema-impossible`.',
    source: { type: 'object', properties: { city: text, never: false } },
  },
  'examples-to-example': {
    meaning: 'The first example is sent, as `example`.',
    source: { type: 'string', examples: ['Vienna', 'Graz'] },
  },
  'annotation-moved': {
    meaning:
      '`title`, `description` or `default` of a union went into its branches: Gemini allows nothing beside `anyOf`.',
    source: { description: 'A name or a number.', anyOf: [{ type: 'string' }, { type: 'integer' }] },
  },
  'order-by-position': {
    meaning:
      'The dialect has no `propertyOrdering`. The properties are declared in that order, which is the order in which models write them.',
    source: { type: 'object', properties: { answer: text, reason: text }, propertyOrdering: ['reason', 'answer'] },
    options: { to: 'openai-strict' },
  },
  'free-form-to-json-text': {
    meaning: 'Any value may stand there. The model writes it as JSON text.',
    source: { type: 'object', properties: { metadata: { type: 'object' } } },
  },
  'recursion-to-json-text': {
    meaning: 'The schema contains itself. It is followed `limits.unroll` times; below that the model writes JSON text.',
    source: { type: 'object', properties: { next: { $ref: '#' } } },
    options: { limits: { unroll: 0 } },
  },
  'depth-to-json-text': {
    meaning: 'Nested deeper than the endpoint parses (`limits.depth`). The model writes JSON text there.',
    source: {
      type: 'object',
      properties: { a: { type: 'object', properties: { b: { type: 'object', properties: { c: text } } } } },
    },
    options: { limits: { depth: 2 } },
  },
  'size-to-json-text': {
    meaning:
      'Written out, the schema would have more than `limits.nodes` values and more than four times those of the source. The deepest parts became JSON text.',
    source: {
      $ref: '#/$defs/a',
      $defs: {
        a: { type: 'object', properties: { l: { $ref: '#/$defs/b' }, r: { $ref: '#/$defs/b' } } },
        b: { type: 'object', properties: { l: { $ref: '#/$defs/c' }, r: { $ref: '#/$defs/c' } } },
        c: { type: 'object', properties: { l: { $ref: '#/$defs/d' }, r: { $ref: '#/$defs/d' } } },
        d: { type: 'object', properties: { l: { $ref: '#/$defs/e' }, r: { $ref: '#/$defs/e' } } },
        e: { type: 'object', properties: { l: text, r: text } },
      },
    },
    options: { limits: { nodes: 10 } },
  },
  'union-to-json-text': {
    meaning:
      'Two branches would look alike on the wire and one of them is text. The model writes JSON text, which tells them apart.',
    source: { anyOf: [{ type: 'string' }, { type: 'object' }] },
  },
  'union-tagged': {
    meaning: 'Two branches would look alike on the wire. Each one is sent in a property that names it.',
    source: {
      anyOf: [
        { type: 'object', additionalProperties: text },
        { type: 'array', items: text },
      ],
    },
  },
  'record-to-entries': {
    meaning: 'A record is sent as a list of `{ key, value }`.',
    source: { type: 'object', additionalProperties: { type: 'number' } },
  },
  'extras-to-entries': {
    meaning:
      'Properties that are not declared but have a type are sent as a list of `{ key, value }` in a property of their own.',
    source: { type: 'object', properties: { id: text }, additionalProperties: { type: 'number' } },
  },
  'extras-to-text': {
    meaning:
      'The object is written open: properties of any type that are not declared are sent as JSON text in a property of their own.',
    source: { type: 'object', properties: { id: text }, additionalProperties: true },
  },
  'tuple-to-object': {
    meaning: 'A tuple is sent as an object with a property for each position.',
    source: { type: 'array', prefixItems: [{ type: 'number' }, text], items: false },
  },
  'enum-to-strings': {
    meaning: 'Members of an enum that are no strings are sent as strings.',
    source: { enum: [1, 2, 4] },
  },
  'empty-object-placeholder': {
    meaning: 'An object without properties is refused by the endpoint. A property that is not used stands in it.',
    source: { type: 'object', properties: { options: { type: 'object', additionalProperties: false } } },
  },
  'root-wrapped': {
    meaning: 'The arguments of a tool are an object, so any other root is sent as its property `value`.',
    source: { type: 'string' },
    options: { root: 'object' },
  },
  'property-renamed': {
    meaning:
      'The endpoint does not take the name of a property. It is sent under another, and comes back under its own. Gemini refuses the empty name only; Anthropic takes `a-z`, `A-Z`, `0-9`, `_`, `.` and `-`, 64 of them at most.',
    source: { type: 'object', properties: { 'first name': text } },
    options: { to: 'anthropic' },
  },
  'optional-to-null': {
    meaning:
      'Every property has to be asked for, so the model writes null for one that it leaves out, and null comes back as absent. Where the tool takes null itself, it cannot be told from absent any more: that is a second change, `narrowed`.',
    source: { type: 'object', properties: { city: text, note: { type: ['string', 'null'] } }, required: ['city'] },
    options: { to: 'openai-strict' },
  },
  'native-encoded': {
    meaning: 'The tool takes a value that is no JSON (`Date`, `bigint`, `Map`, `Set`). The model writes its JSON form.',
    source: 'z.date()',
  },
  'constraint-described': {
    meaning: 'The dialect has no such keyword, and no other way to say it exactly. It is stated in the description.',
    source: { type: 'number', multipleOf: 5 },
  },
  'format-described': {
    meaning: "The endpoint does not take this format. `check` holds it only with `formats: 'assert'`.",
    source: { type: 'string', format: 'email' },
  },
  'pattern-not-run': {
    meaning: 'The pattern is sent, but `check` does not run it: it has a back reference, or it is too large.',
    source: { type: 'string', pattern: '^(a+)\\1$' },
  },
  'one-of-widened': {
    meaning: 'A value may fit several branches, which `oneOf` forbids. Sent as `anyOf`, with a sentence.',
    source: { oneOf: [{ type: 'number' }, { type: 'integer' }] },
  },
  'composition-stripped': {
    meaning: "With `composition: 'strip'` a union is said in words, for the oldest models.",
    source: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    options: { composition: 'strip' },
  },
  'annotation-described': {
    meaning:
      'A default or an example has no keyword in the dialect. It is stated in the description, where it is short and has the same shape on the wire.',
    source: { type: 'string', default: 'EUR' },
    options: { to: 'gemini-json' },
  },
  'cut-to-free-form': {
    meaning:
      'A part that could not be written out, in a dialect that can ask for any value: recursion that the dialect cannot keep as a reference, followed `limits.unroll` times. The model reads the shape in the description; `check` holds it.',
    source: { type: 'array', items: { $ref: '#' }, minItems: 1 },
    options: { to: 'gemini-json', limits: { unroll: 0 } },
  },
  'required-loop-opened': {
    meaning:
      'A required property refers back to the schema that it stands in. Gemini refuses a loop of required references, also where null or another branch ends it. The property is optional in the schema, so that the reference can stay; the description says that it is required, and `check` holds it.',
    source: {
      type: 'object',
      properties: { next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
      required: ['next'],
    },
    options: { to: 'gemini-json' },
  },
  'enum-too-long': {
    meaning:
      'All enums together have more values than the dialect takes (`limits.enumValues`). The longest are given up first: some of their values are said in words, and `check` holds all of them.',
    source: { type: 'object', properties: { country: { enum: ['AT', 'CH', 'DE'] } }, required: ['country'] },
    options: { to: 'openai-strict', limits: { enumValues: 2 } },
  },
  'open-object-closed': {
    meaning:
      'The source allows further properties, about which nothing is said. The model is not asked for them; `check` accepts them. The open default of JSON Schema is listed once, at the root, with `implicit: true`. Where every object of a schema is written open, it is listed for all but the root, which has a place for them.',
    source: {
      type: 'object',
      properties: { city: { type: 'object', properties: { name: text }, additionalProperties: true } },
      additionalProperties: true,
    },
  },
  'open-tuple-closed': {
    meaning: 'The source allows further items, about which nothing is said. The model is not asked for them.',
    source: { type: 'array', prefixItems: [text] },
  },
  'null-root-closed': {
    meaning: 'The root of a tool may be null, but the arguments of a call are always an object: null is not offered.',
    source: { type: ['object', 'null'], properties: { city: text } },
    options: { root: 'object' },
  },
  'field-omitted': {
    meaning:
      'The property is optional, and marked as set by the other side: `readOnly` in the parameters of a tool, `writeOnly` in a response. The model is not asked for it; `check` accepts it. A required one is described instead, and so is one that a condition names, that has another shape on the wire, or without which nothing would be left. `access: "keep"` sends them all.',
    source: { type: 'object', properties: { id: { type: 'string', readOnly: true }, name: text } },
    options: { to: 'gemini', root: 'object' },
  },
  'annotation-dropped': {
    meaning: 'Asserts nothing, and has no place in the dialect.',
    source: { type: 'string', readOnly: true },
  },
  'metadata-dropped': {
    meaning: 'Describes the document, not its values.',
    source: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'string' },
  },
  'required-name-undeclared': {
    meaning:
      'A required name that no property has is declared with any value, so that the model can write it. Declare the property with its type. Where `additionalProperties` is false, the name is dropped: no value is possible, and every call fails.',
    source: { type: 'object', properties: { city: text }, required: ['city', 'country'] },
  },
  'ordering-name-undeclared': {
    meaning: '`propertyOrdering` names a property that is not declared.',
    source: { type: 'object', properties: { city: text }, propertyOrdering: ['city', 'country'] },
  },
  'keyword-absorbed': {
    meaning:
      'No keyword of the output carries it by itself. The schemas that it was merged with say as much, or `check` alone holds it. This is the net under all other codes: whatever no pass reported is reported here.',
    source: { allOf: [{ minLength: 3 }, { enum: ['abc'] }] },
  },
  'definitions-unreachable': {
    meaning: 'No reference leads to these definitions.',
    source: { type: 'string', $defs: { city: text } },
  },
  'name-fitted': {
    meaning:
      'The provider does not take this name of a tool. It is sent under another, and calls come back under its own. The fitted name depends on nothing but the name, unless another tool of the set would have the same.',
    source: { name: 'notes/add', description: 'Adds a note.' },
    isTool: true,
  },
  'strict-mode-changed': {
    meaning:
      'The tool says whether OpenAI holds the model to the schema (`strict`). Other providers have no such mode; `openai-strict` always has it. The call is checked against the schema in any case.',
    source: {
      type: 'function',
      function: { name: 'add', strict: true, parameters: { type: 'object', properties: { text } } },
    },
    isTool: true,
  },
  'parameters-omitted': {
    meaning: 'A tool that takes no arguments is declared without a schema, which is how Gemini wants it.',
    source: { name: 'ping', parameters: { type: 'object', properties: {} } },
    isTool: true,
  },
}
