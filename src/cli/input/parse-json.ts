import { inputError } from '../core/cli-error.ts'

/** Reads JSON; `name` is what messages call it. A mistake is shown with its line. */
export function parseJson(text: string, name: string): unknown {
  // Windows editors begin files with a byte order mark.
  const json = text.startsWith('\ufeff') ? text.slice(1) : text
  try {
    return JSON.parse(json)
  } catch (error) {
    const place = findJsonError(json)
    if (place === undefined) throw inputError(`${name} is not JSON: ${String(error)}`, { cause: error })
    const { line, column, problem } = place
    throw inputError(`${name}:${line}:${column} is not JSON: ${problem}.${excerpt(json, place)}`, { cause: error })
  }
}

const shownBefore = 50
const shownAfter = 30

/** The line with a mark under the place. Of a long line, the part around it: a file is often one line. */
function excerpt(text: string, { offset, line }: JsonErrorPlace): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', offset)
  const from = Math.max(start, offset - shownBefore)
  const shown = text
    .slice(from, Math.min(end === -1 ? text.length : end, offset + shownAfter))
    .replaceAll(/[\t\r]/g, ' ')
  if (shown.trim() === '') return ''
  const [gutter, cut] = [`  ${line} | `, from > start ? '…' : '']
  const mark = ' '.repeat(gutter.length - 2 + cut.length + [...text.slice(from, offset)].length)
  return `\n${gutter}${cut}${shown}\n${mark}  ^`
}

/** The first place at which a text is not JSON. */
export interface JsonErrorPlace {
  readonly offset: number
  /** Counted from 1, as editors do. */
  readonly line: number
  readonly column: number
  /** What is wrong there, as a sentence without a full stop. */
  readonly problem: string
}

type State = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'done'

const space = /[ \t\r\n]*/y
const word = /[-+\w.]*/y
const scalar = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/
/** A text up to its closing quote, or to what may not stand in it. */
const openText = /"(?:[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y

/**
 * Finds where JSON breaks. `JSON.parse` says so in words that differ between versions of Node, and often without a place.
 * Without recursion: the text may be nested as deep as it likes. undefined where the text is JSON.
 */
export function findJsonError(text: string): JsonErrorPlace | undefined {
  const scanner = new Scanner(text)
  const problem = scanner.run()
  return problem === undefined ? undefined : { ...placeOf(text, scanner.offset), problem }
}

class Scanner {
  offset = 0
  readonly #text: string
  /** The brackets that are open: what closes each. */
  readonly #open: ('}' | ']')[] = []
  #state: State = 'value'

  constructor(text: string) {
    this.#text = text
  }

  run(): string | undefined {
    for (;;) {
      this.offset += this.#read(space).length
      const [character, closing] = [this.#text[this.offset], this.#open.at(-1)]
      if (character === undefined) return this.#state === 'done' ? undefined : endProblem(this.#text, closing)
      const problem = this.#step(character, closing)
      if (problem !== undefined) return problem
    }
  }

  #step(character: string, closing: string | undefined): string | undefined {
    switch (this.#state) {
      case 'done':
        return 'there is more text after the end of the value'
      case 'colon':
        return character === ':' ? this.#advance(1, 'value') : 'a colon is missing after the property name'
      case 'comma-or-end':
        if (character === closing) return this.#close()
        if (character !== ',') return `a comma or "${closing}" is missing`
        return this.#advance(1, closing === '}' ? 'key' : 'value')
      case 'key':
      case 'key-or-end':
        if (character === '}' && this.#state === 'key-or-end') return this.#close()
        if (character === '}') return 'a comma before "}" is one too many'
        if (character !== '"') return misspelt(character) ?? 'a property name in double quotes must stand here'
        return this.#readText('colon')
      default:
        if (character === ']' && this.#state === 'value-or-end') return this.#close()
        if (character === ']' && closing === ']') return 'a comma before "]" is one too many'
        return character === '}' || character === ']' ? 'a value is missing' : this.#readValue(character)
    }
  }

  #readValue(first: string): string | undefined {
    if (first === '"') return this.#readText()
    if (first === '{' || first === '[') {
      this.#open.push(first === '{' ? '}' : ']')
      return this.#advance(1, first === '{' ? 'key-or-end' : 'value-or-end')
    }
    const found = this.#read(word)
    if (scalar.test(found)) return this.#advance(found.length)
    return misspelt(first) ?? `"${found === '' ? first : found.slice(0, 40)}" is no JSON value`
  }

  #readText(next?: State): string | undefined {
    const { length } = this.#read(openText)
    const end = this.#text[this.offset + length]
    if (end === undefined) return 'a text that begins here has no closing quote'
    if (end === '"') return this.#advance(length + 1, next)
    this.offset += length
    return end === '\\'
      ? 'a backslash must be written twice, or begin an escape'
      : 'a line break or control character stands in a text: write \\n'
  }

  #read(token: RegExp): string {
    token.lastIndex = this.offset
    return token.exec(this.#text)![0]
  }

  #close(): undefined {
    this.#open.pop()
    this.#advance(1)
  }

  /** After a value, its end or the next one comes. */
  #advance(by: number, next: State = this.#open.length === 0 ? 'done' : 'comma-or-end'): undefined {
    this.offset += by
    this.#state = next
  }
}

function endProblem(text: string, closing: string | undefined): string {
  if (text.trim() === '') return 'there is nothing here'
  return closing === undefined ? 'the text ends before the value does' : `the text ends, and "${closing}" is missing`
}

/** Line and column of an offset. */
function placeOf(text: string, offset: number): { offset: number; line: number; column: number } {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { offset, line: before.split('\n').length, column: [...before.slice(lineStart)].length + 1 }
}

/** What people bring along from JavaScript. */
function misspelt(character: string): string | undefined {
  if (character === "'" || character === '`') return 'JSON has double quotes only'
  if (character === '/' || character === '#') return 'JSON has no comments'
  if (character === ',') return 'a value is missing before the comma'
  return undefined
}
