import { describe, expect, test } from 'vitest'
import { parseTools } from './kept-tools.ts'
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

  test('reads long strings in one go, whatever is in them', () => {
    for (const unit of ['x', '\\"', '\\\\', '",\n"']) {
      expect(problemOf(`["${unit.repeat(4_000_000 / unit.length)}"]`, 10)).toBeUndefined()
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

  test('finds the messages of the outermost object, one by one', () => {
    const messagesOf = (text: string) =>
      scanJson(bytesOf(text), 10).messages?.items.map(({ start, end }) =>
        new TextDecoder().decode(bytesOf(text).subarray(start, end)),
      )
    expect(messagesOf('{"model":"messages","messages" : [ {"a":["}]"]}\n,{"ä":{}} ], "x":[{}]}')).toEqual([
      '{"a":["}]"]}',
      '{"ä":{}}',
    ])
    expect(messagesOf('{"messages":[],"tools":[{}]}')).toEqual([])
    for (const text of [
      '{"a":{"messages":[{}]}}',
      '[{"messages":[{}]}]',
      '{"messages":{"a":{}}}',
      '{"messages":[{},1]}',
      '{"messages":["a",{}]}',
      '{"messages":[{},[]]}',
      '{"messages":[{} {}]}',
      '{"messages":[{},]}',
      '{"messages":[,{}]}',
      '{"messages":[{},,{}]}',
      '{"messages":[{}:{}]}',
      '{"messages":[{}}}',
      '{"messages":[{},{}},"n":1}',
      '{"messages":[{}],"messages":[{}]}',
      '{"messages":[{}',
      '{"messages"',
      `{"messages":[${'{},'.repeat(2_000)}{}]}`,
    ]) {
      expect(messagesOf(text), text.slice(0, 60)).toBeUndefined()
    }
  })

  test('skips tools that it knows, and counts what is in them', () => {
    const list = '[{"a":[{"deep":[]}]}]'
    const body = bytesOf(`{"tools":${list},"messages":[{"b":1}]}`)
    const { tools } = scanJson(body, 10)
    expect(tools).toMatchObject({ depth: 5, containers: 5, known: undefined })
    parseTools(list, bytesOf(list), tools!)
    expect(scanJson(body, 10)).toMatchObject({
      tools: { start: 9, end: 9 + list.length, known: { depth: 5 } },
      messages: { items: [{}] },
    })
    expect(scanJson(body, 6).problem).toBeUndefined()
    expect(scanJson(body, 5).problem).toMatch(/deeper than 5/)
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
