import { inputError } from '../cli-error.ts'

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

/**
 * Finds where JSON breaks. `JSON.parse` says so in words that differ between versions of Node, and often without a place.
 * Without recursion: the text may be nested as deep as it likes. undefined where the text is JSON.
 */
export function findJsonError(text: string): JsonErrorPlace | undefined {
  const scanner = new Scanner(text)
  const problem = scanner.run()
  return problem === undefined ? undefined : { ...placeOf(text, scanner.offset), problem }
}

/** Line and column of an offset. */
function placeOf(text: string, offset: number): { offset: number; line: number; column: number } {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { offset, line: before.split('\n').length, column: [...before.slice(lineStart)].length + 1 }
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
      this.#skipSpace()
      const character = this.#text[this.offset]
      if (character === undefined) return this.#state === 'done' ? undefined : this.#endProblem()
      const problem = this.#step(character)
      if (problem !== undefined) return problem
    }
  }

  #skipSpace(): void {
    while (/[ \t\r\n]/.test(this.#text[this.offset] ?? '')) this.offset++
  }

  #endProblem(): string {
    if (this.#text.trim() === '') return 'there is nothing here'
    const closing = this.#open.at(-1)
    return closing === undefined ? 'the text ends before the value does' : `the text ends, and "${closing}" is missing`
  }

  #step(character: string): string | undefined {
    const closing = this.#open.at(-1)
    switch (this.#state) {
      case 'done':
        return 'there is more text after the end of the value'
      case 'colon':
        if (character !== ':') return 'a colon is missing after the property name'
        return this.#advance('value')
      case 'comma-or-end':
        if (character === closing) return this.#close()
        if (character !== ',') return `a comma or "${closing}" is missing`
        return this.#advance(closing === '}' ? 'key' : 'value')
      case 'key':
      case 'key-or-end':
        if (character === '}' && this.#state === 'key-or-end') return this.#close()
        if (character === '}') return 'a comma before "}" is one too many'
        if (character !== '"') return misspelt(character) ?? 'a property name in double quotes must stand here'
        return this.#string('colon')
      default:
        if (character === ']' && this.#state === 'value-or-end') return this.#close()
        if (character === ']' && closing === ']') return 'a comma before "]" is one too many'
        if (character === '}' || character === ']') return 'a value is missing'
        return this.#value(character)
    }
  }

  #advance(state: State): undefined {
    this.offset++
    this.#state = state
  }

  #close(): undefined {
    this.#open.pop()
    this.#advance(this.#afterValue())
  }

  #afterValue(): State {
    return this.#open.length === 0 ? 'done' : 'comma-or-end'
  }

  #value(character: string): string | undefined {
    if (character === '{' || character === '[') {
      this.#open.push(character === '{' ? '}' : ']')
      return this.#advance(character === '{' ? 'key-or-end' : 'value-or-end')
    }
    if (character === '"') return this.#string(this.#afterValue())
    const token = /[-+\w.]+/y
    token.lastIndex = this.offset
    const [word] = token.exec(this.#text) ?? ['']
    const isScalar = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(word)
    if (!isScalar)
      return misspelt(character) ?? `${word === '' ? `"${character}"` : `"${word.slice(0, 40)}"`} is no JSON value`
    this.offset += word.length
    this.#state = this.#afterValue()
    return undefined
  }

  #string(next: State): string | undefined {
    const start = this.offset
    for (this.offset++; ; this.offset++) {
      const character = this.#text[this.offset]
      if (character === undefined) {
        this.offset = start
        return 'a text that begins here has no closing quote'
      }
      if (character < ' ') return 'a line break or control character stands in a text: write \\n'
      if (character === '"') break
      if (character === '\\') {
        const escapes = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
        escapes.lastIndex = this.offset
        const found = escapes.exec(this.#text)?.[0]
        if (found === undefined) return 'a backslash must be written twice, or begin an escape'
        this.offset += found.length - 1
      }
    }
    return this.#advance(next)
  }
}

/** What people bring along from JavaScript. */
function misspelt(character: string): string | undefined {
  if (character === "'" || character === '`') return 'JSON has double quotes only'
  if (character === '/' || character === '#') return 'JSON has no comments'
  if (character === ',') return 'a value is missing before the comma'
  return undefined
}
