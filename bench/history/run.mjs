/**
 * Measures pruning beside LangChain's `trimMessages` and `pruneMessages` of `ai`, and against what was promised.
 *
 *     npm ci && node run.mjs [--json]
 *
 * The same conversation for each, in its own shape: turns of a question, two parallel calls, their results, an answer. All count
 * tokens with the same function, so that what differs is how often they call it. Times are processor
 * time, the best of several runs: what else runs on the machine only adds to it.
 */
import { trimMessages } from '@langchain/core/messages'
import { pruneMessages } from 'ai'
import { conversation, langchainConversation } from './conversation.mjs'
import { loadHistory } from './subject.mjs'

const promised = { ratio: 100, milliseconds: 50 }

const history = await loadHistory()
const json = process.argv.includes('--json')

async function time(run, times) {
  const samples = []
  let result
  for (let round = 0; round < times; round++) {
    const start = process.cpuUsage()
    result = await run()
    const { user, system } = process.cpuUsage(start)
    samples.push((user + system) / 1000)
  }
  return { milliseconds: Math.min(...samples), result }
}

/** A counter of what a message says, and how often it was called. */
function counting() {
  const counter = { calls: 0 }
  counter.one = (message) => {
    counter.calls++
    return Math.ceil(JSON.stringify([message.content, message.tool_calls]).length / 4)
  }
  counter.many = (messages) => messages.reduce((sum, message) => sum + counter.one(message), 0)
  return counter
}

/** What an everyday model is given, and half of the history. */
const budgets = { '4,000 tokens': () => 4000, half: (messages) => Math.round(counting().many(messages) / 2) }

async function measureToolfit(size, times, budget) {
  const messages = conversation(size)
  const counter = counting()
  const options = { maxTokens: budgets[budget](messages), countTokens: counter.one }
  const { milliseconds, result } = await time(() => history.pruneHistory(messages, options), times)
  const invalid = history.checkHistory(result.messages, 'gemini').length
  return { milliseconds, counts: counter.calls / times, kept: result.messages.length, invalid }
}

async function measureLangchain(size, times, budget) {
  const messages = langchainConversation(size)
  const counter = counting()
  const options = { maxTokens: budgets[budget](messages), tokenCounter: counter.many, includeSystem: true }
  const { milliseconds, result } = await time(() => trimMessages(messages, { ...options, strategy: 'last' }), times)
  return { milliseconds, counts: counter.calls / times, kept: result.length }
}

async function measureAi(size, times) {
  const messages = conversation(size)
  const options = { messages, toolCalls: 'before-last-100-messages', emptyMessages: 'remove' }
  const { milliseconds, result } = await time(() => pruneMessages(options), times)
  return { milliseconds, counts: 0, kept: result.length }
}

const rows = []
for (const budget of Object.keys(budgets)) await measureToolfit(2000, 50, budget)
for (const budget of Object.keys(budgets)) {
  for (const messages of [2000, 10_000, 20_000]) {
    rows.push({ who: 'toolfit pruneHistory', messages, budget, ...(await measureToolfit(messages, 25, budget)) })
  }
  rows.push({ who: 'langchain trimMessages', messages: 2000, budget, ...(await measureLangchain(2000, 1, budget)) })
}
for (const messages of [2000, 10_000]) {
  rows.push({ who: 'ai pruneMessages', messages, budget: 'has none', ...(await measureAi(messages, 15)) })
}

const of = (who, messages, budget) =>
  rows.find((row) => row.who.startsWith(who) && row.messages === messages && row.budget === budget).milliseconds
const ratio = (budget) => of('langchain', 2000, budget) / of('toolfit', 2000, budget)
const mostCounts = Math.max(
  ...rows.filter(({ who }) => who.startsWith('toolfit')).map(({ counts, messages }) => counts / messages),
)
const verdicts = {
  'times faster than trimMessages, 2,000 messages to 4,000 tokens': [
    ratio('4,000 tokens'),
    (value) => value >= promised.ratio,
  ],
  'times faster than trimMessages, 2,000 messages to a half': [ratio('half'), (value) => value > 1],
  'milliseconds for 10,000 messages to a half': [
    of('toolfit', 10_000, 'half'),
    (value) => value < promised.milliseconds,
  ],
  'counts for a message, at most': [mostCounts, (value) => value <= 1],
  'time of 20,000 messages over that of 2,000 (10 is linear)': [
    of('toolfit', 20_000, 'half') / of('toolfit', 2000, 'half'),
    (value) => value < 20,
  ],
  'violations after pruning': [Math.max(...rows.map(({ invalid = 0 }) => invalid)), (value) => value === 0],
}
const failed = Object.values(verdicts).filter(([value, holds]) => !holds(value))

if (json)
  console.log(
    JSON.stringify({
      rows,
      verdicts: Object.fromEntries(Object.entries(verdicts).map(([name, [value]]) => [name, value])),
    }),
  )
else {
  console.table(rows.map((row) => ({ ...row, milliseconds: Number(row.milliseconds.toFixed(2)) })))
  for (const [name, [value, holds]] of Object.entries(verdicts)) {
    console.log(`${holds(value) ? 'holds' : 'FAILS'}: ${Number(value.toFixed(2))} ${name}`)
  }
}
process.exitCode = failed.length === 0 ? 0 : 1
