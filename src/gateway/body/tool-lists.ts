import { copyText } from '../../core/json.ts'
import type { FunctionTool } from '../../wire/model-request.ts'

/** What is known of a list of tools that passed every check. */
export interface CheckedTools {
  readonly tools: readonly FunctionTool[]
  /** Of all schemas, with their references written out. */
  readonly nodes: number
}

/**
 * The lists of tools that clients sent. An agent sends the same list with every request, which is most of its text: the same text of the
 * same client is the same list, and is parsed, checked and compiled once (compiled sets are cached by list: see `createToolCodec`).
 *
 * Clients share nothing: from the time of an answer a client learns only what it sent itself. Each has its own share of the memory, so it
 * cannot push out the lists of another.
 */
export interface ToolLists {
  /** @throws SyntaxError */
  parse(json: string, client: string): unknown
  /** Undefined for a list that was not checked yet. */
  checked(list: unknown): CheckedTools | undefined
  /** For the next request with the same list. */
  setChecked(list: unknown, checked: CheckedTools): void
}

interface ToolList {
  readonly json: string
  readonly tools: readonly unknown[]
}

/** Characters of the texts of all clients. */
const mostText = 32_000_000

/** Lists of one client. Few enough to be compared one by one: texts of different lengths differ at once. */
const mostLists = 32

/** A longer list is parsed each time: texts stay in memory. */
const longestText = 250_000

/**
 * @param clients how many clients there are, at most
 */
export function createToolLists(clients: number): ToolLists {
  const share = Math.min(mostText / Math.max(1, clients), mostLists * longestText)
  /** The latest first. */
  const byClient = new Map<string, readonly ToolList[]>()
  const checkedLists = new WeakMap<object, CheckedTools>()
  return {
    parse(json, client) {
      const own = byClient.get(client) ?? []
      const cached = own.find((list) => list.json === json)
      if (cached !== undefined) {
        if (cached !== own[0]) byClient.set(client, [cached, ...own.filter((list) => list !== cached)])
        return cached.tools
      }
      const tools: unknown = JSON.parse(json)
      if (!Array.isArray(tools) || tools.length === 0 || json.length > Math.min(longestText, share)) return tools
      byClient.set(client, fitShare([{ json: copyText(json), tools }, ...own], share))
      return tools
    },
    checked: (list) => (Array.isArray(list) ? checkedLists.get(list) : undefined),
    setChecked(list, checked) {
      if (Array.isArray(list)) checkedLists.set(list, checked)
    },
  }
}

/** The latest lists that fit. */
function fitShare(lists: readonly ToolList[], share: number): readonly ToolList[] {
  let left = share
  return lists.filter(({ json }, index) => {
    left -= json.length
    return index < mostLists && left >= 0
  })
}
