import { describe, expect, test } from 'vitest'
import { scanJson } from './scan-json.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const problemOf = (text: string, maxDepth: number) => scanJson(bytesOf(text), maxDepth).problem

describe('scanJson', () => {
  const depthOf = (text: string): number => {
    let depth = 0
    while (problemOf(text, depth) !== undefined) depth++
    return depth
  }

  test.each([
    ['1', 0],
    ['[]', 1],
    ['{"a":[{}]}', 3],
    ['[[],[[]]]', 3],
    ['"[[[{{{"', 0],
    ['["\\"[[["]', 1],
    ['["\\\\",[]]', 2],
    ['["\\\\\\"[[[[",[]]', 2],
    [`["${'x'.repeat(200)}\\"[[[[[",[]]`, 2],
    [`["${'\\\\'.repeat(200)}",[[]]]`, 3],
    [`["${'\\"'.repeat(200)}[",[[]]]`, 3],
    [`["${'x'.repeat(63)}\\\\",[[]]]`, 3],
    [`["${'x'.repeat(63)}\\"[[[",[]]`, 2],
    [`["${'x'.repeat(64)}\\"[[[",[]]`, 2],
    ['{"[":{"{":1}}', 2],
  ])('counts what is outside of strings: %s', (text, depth) => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(depthOf(text)).toBe(depth)
  })

  test('ends with what never ends', () => {
    for (const text of ['"', '"\\', `"${'x'.repeat(100)}`, `"${'\\"'.repeat(100)}`, '['.repeat(5)]) {
      expect(problemOf(text, 10)).toBeUndefined()
    }
  })

  test('counts arrays and objects beside each other too', () => {
    expect(problemOf(`[${'[],'.repeat(1_000_000)}1]`, 10)).toMatch(/1000000 arrays/)
  })

  test('takes time in proportion to the size, whatever is in the strings', () => {
    for (const unit of ['x', '\\"', '\\\\', '",\n"']) {
      const text = `["${unit.repeat(4_000_000 / unit.length)}"]`
      const start = performance.now()
      problemOf(text, 10)
      expect(performance.now() - start).toBeLessThan(1_000)
    }
  })

  test('finds the list of tools of the outermost object', () => {
    const toolsOf = (text: string) => {
      const { tools } = scanJson(bytesOf(text), 10)
      return tools === undefined ? undefined : new TextDecoder().decode(bytesOf(text).subarray(tools.start, tools.end))
    }
    expect(toolsOf('{"model":"tools","tools" : [{"a":["}]"]}], "x":1}')).toBe('[{"a":["}]"]}]')
    expect(toolsOf('{"ä":"😀","tools":[],"b":[]}')).toBe('[]')
    expect(toolsOf('{"a":{"tools":[1]}}')).toBeUndefined()
    expect(toolsOf('[{"tools":[1]}]')).toBeUndefined()
    expect(toolsOf('{"tools":{"a":1}}')).toBeUndefined()
    expect(toolsOf('{"tools":null}')).toBeUndefined()
    expect(toolsOf('{"tools":[1],"tools":[2]}')).toBeUndefined()
    expect(toolsOf('{"tools":[1')).toBeUndefined()
    expect(toolsOf('{"tools"')).toBeUndefined()
  })

  test('finds long strings that mean what they say, and are no keys and not in the list of tools', () => {
    const long = 'iVBORw0KGgo='.repeat(6_000)
    const filesOf = (text: string) => (scanJson(bytesOf(text), 10).files ?? []).map(({ start, end }) => [start, end])
    expect(filesOf(`{"ä":["${long}"]}`)).toEqual([[8, 8 + long.length]])
    expect(filesOf(`"${long}"`)).toEqual([[1, 1 + long.length]])
    expect(filesOf(`["${long}","x","${long}"]`)).toHaveLength(2)
    for (const other of [`${long}\\n`, `${long}ä`, `${long}\n`, `\x1f${long}`, 'short']) {
      expect(filesOf(JSON.stringify([other])), other.slice(-3)).toEqual([])
      expect(filesOf(`["${other}"]`), other.slice(-3)).toEqual([])
    }
    expect(filesOf(`{"${long}" : 1}`)).toEqual([])
    expect(filesOf(`["${long}`)).toEqual([])
    expect(filesOf(`{"a":"${long}","tools":["${long}"],"b":"${long}"}`)).toHaveLength(2)
  })
})
