import type { FunctionTool } from '../../../wire/model-request.ts'

/** What is known of a list of tools that passed every check. */
export interface CheckedTools {
  readonly tools: readonly FunctionTool[]
  /** Of all schemas, with their references written out. */
  readonly nodes: number
}

/** A list of tools as a client sent it. */
interface ToolList {
  readonly client: string
  readonly json: string
  readonly tools: readonly unknown[]
  checked: CheckedTools | undefined
}

/** The latest first. Few enough to be compared one by one: texts of different lengths differ at once. */
let lists: readonly ToolList[] = []
const mostLists = 32

/** A longer list is parsed each time: texts stay in memory. */
const longestText = 250_000

/**
 * Parses the tools of a request. An agent sends the same with every request, which is most of its text: the same text of the same client
 * is the same list again, and is checked, decoded and compiled once. Clients share no list: the time of an answer would tell one of them
 * what another sent.
 *
 * @throws SyntaxError
 */
export function parseTools(json: string, client: string): unknown {
  const cached = lists.find((list) => list.json === json && list.client === client)
  if (cached !== undefined) {
    if (cached !== lists[0]) lists = [cached, ...lists.filter((list) => list !== cached)]
    return cached.tools
  }
  const tools: unknown = JSON.parse(json)
  if (!Array.isArray(tools) || tools.length === 0 || json.length > longestText) return tools
  lists = [{ client, json: copyOf(json), tools, checked: undefined }, ...lists.slice(0, mostLists - 1)]
  return tools
}

/** A slice would keep the whole body, with its messages, in memory. */
function copyOf(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text))
}

/** Undefined for a list that was not checked yet, or is not cached. */
export function checkedTools(list: unknown): CheckedTools | undefined {
  return lists.find(({ tools }) => tools === list)?.checked
}

/** For the next request with the same list. */
export function keepChecked(list: unknown, checked: CheckedTools): void {
  const cached = lists.find(({ tools }) => tools === list)
  if (cached !== undefined) cached.checked = checked
}
