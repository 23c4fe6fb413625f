/** One thing that the gateway is expected to do. */
export interface BehaviourRow {
  /** Titles of tests begin with it: `F7: a page of a proxy is a 502 in JSON`. */
  readonly id: string
  readonly what: string
  readonly expected: string
  /** Where it falls short, and why. A test of what is missing is `test.fails`, and needs a reason here. */
  readonly short?: string
  /** What checks it outside of the suite: a bench, or other runtimes. */
  readonly measurement?: Measurement
}

export interface Measurement {
  readonly command: string
  /** What came of it on a quiet machine: `holds: 0.41 of the better peer`. */
  readonly result?: string
}

/** Rows that belong together, in the order of the document. */
export interface BehaviourGroup {
  readonly title: string
  readonly rows: readonly BehaviourRow[]
}

/** What does not hold, or not in full. */
const shortfalls: Readonly<Record<string, string>> = {
  G2: 'not offered: chat completions are the one API',
  G4: 'not offered: no tool is called in an embedding',
  G5: 'not offered: chat completions are the one API',
  G6: 'not offered: Gemini itself has it',
  G45: 'in part: requests and tokens per minute and requests at once are held per client key; there are no budgets by day',
  G46: 'not offered: an answer of a model with tools is of use once',
  L1: 'not met for tools, images and 50 chunks: since 0.2 nothing of a conversation is kept to be recognised',
  L2: 'not met: a request is decoded, repaired and encoded, not passed on',
  L3: 'on the edge: some runs take a megabyte more',
  G48: 'in part: keys hold; there is no page to look at, only `/healthz` and `/metrics`',
}

/** What tests of the suite cannot check: processor time, memory, other runtimes. */
const measurements: Readonly<Record<string, Measurement>> = {
  G49: { command: 'npx vitest run --config interop/vitest.config.ts interop/runtimes' },
  L1: {
    command: 'node bench/gateway/run.mjs cpu',
    result:
      '0.36–0.46 (small), 0.67–0.79 (tools), 0.49–0.52 (50 chunks), 0.51–0.58 (1 MB image; 0.68–0.71 after the others) of one peer’s, musistudio’s, no errors',
  },
  L2: {
    command: 'node bench/gateway/run.mjs latency',
    result: 'p50 of 0.7 ms, p99 of 5.5 ms (the better peer: 0.9, 6.7)',
  },
  L3: {
    command: 'node bench/gateway/run.mjs streams ttfb',
    result: '182 to 203 MB, nothing lost; first byte after 1.4 ms',
  },
  L4: {
    command: 'node bench/gateway/run.mjs soak',
    result: '335,851 requests, none answered wrongly; the heap grew by 0.1 MB, memory by 1 MB',
  },
  L5: {
    command: 'node bench/gateway/run.mjs overload',
    result:
      'accepted requests that take 20 ms of a core alone are answered within 3.4 s (p99), healthy clients are not refused, back in 0.4 s',
  },
  L7: {
    command: 'node bench/gateway/run.mjs hostile',
    result:
      'of 147 requests, on a busy machine: no turn took more than 36 ms of a core, and one request more than 100 ms of a core for each MB (102,000 enum values: 157)',
  },
  L8: { command: 'node bench/gateway/run.mjs start', result: '236 ms, the median' },
}

/** One row a line: id | what | expected. */
const tables: Readonly<Record<string, string>> = {
  'What OpenAI clients rely on': `
G1 | POST /v1/chat/completions | plain and streamed
G2 | POST /v1/responses | answered as OpenAI does
G3 | GET /v1/models, and one by its id | OpenAI’s list, with names of the gateway; 404 \`model_not_found\` for others
G4 | POST /v1/embeddings | answered as OpenAI does
G5 | POST /v1/messages of Anthropic | answered as Anthropic does
G6 | Google’s own generateContent | passed on
G7 | \`temperature\`, \`top_p\`, \`max_tokens\`, \`max_completion_tokens\` | arrive under Google’s names; named where a model does not take them
G8 | \`n\` | that many choices, streamed too; one call upstream where the model gives several
G9 | \`stop\` as a text and as a list | a list of texts
G10 | \`seed\`, also 0 | arrives
G11 | \`presence_penalty\`, \`frequency_penalty\` | arrive; named where a model does not take them
G12 | \`logprobs\`, \`top_logprobs\` | asked for, and given back in OpenAI’s shape
G13 | \`response_format\`: \`json_object\` | JSON is asked for, with its schema if it has one
G14 | \`response_format\`: \`json_schema\`, with references and recursion | fitted; the answer is in the client’s own shape
G15 | schemas of tools | what Gemini refuses is rewritten, and nothing is lost without a word
G16 | properties that are called like keywords | kept
G17 | \`tool_choice\`: auto, none, required, one function | the mode that Gemini has for it
G18 | \`tool_choice\`: \`allowed_tools\` | only those can be called, and all stay declared
G19 | \`parallel_tool_calls: false\` | at most one call comes back
G20 | \`reasoning_effort\`, from none to xhigh | a budget for models of 2.5, a level for 3 and later; what a model lacks is named
G21 | images in data URLs | inline data
G22 | images by http | passed on, and not fetched
G23 | \`input_audio\` | inline data of its format
G24 | \`file\` parts | inline data, as a data URL or bare; files that Google holds by their id, where the operator allows it
G25 | \`stream_options.include_usage\` | a last chunk without choices has the usage; without it there is none
G26 | \`user\`, \`metadata\`, \`store\` | named as ignored, never refused
G27 | safety settings | arrive, from \`extra_body.google\` or the top
G28 | \`extra_body.google\`: \`cached_content\`, \`thinking_config\` | arrive, in either spelling; a cache where the operator allows it
G29 | thought signatures | given out, and sent back, also by clients that drop them
G30 | ids of calls | those of Gemini
G31 | results of tools | have the name of the call that they answer
G32 | a text beside calls, in the history | stays, before the calls
G33 | results that are a text, a number, a list, an object, nothing, or parts | reach the model as an object
G34 | several instructions, also in parts | all arrive
G35 | the role \`developer\` | is the system’s
G36 | \`index\` of streamed calls | counts over all chunks
G37 | a text and a call in one chunk | both arrive
G38 | \`finish_reason: tool_calls\` | streamed and not, and for nothing else
G39 | MALFORMED_FUNCTION_CALL | a reason that OpenAI has, with Google’s own beside it
G40 | errors | OpenAI’s shape, whoever made them
G41 | \`retry-after\` | kept
G42 | usage | prompt + completion = total; thoughts are part of the completion, cached tokens of the prompt
G43 | \`[DONE]\` | ends every stream that did not fail
G44 | retries, other keys | before the first byte only
G45 | rate limits, budgets | held per client
G46 | a cache of answers | the same question is asked once
G47 | metrics | for Prometheus, without keys and prompts
G48 | keys of clients; a page for who runs it | refused without one; a page
G49 | Workers, Bun, Deno, Node, Docker | the same handler on each`,
  'How signatures travel': `
G50 | \`extra_content.google.thought_signature\` | out and in, on calls and on messages
G51 | a signature in the call’s id (\`__thought__\`, \`_ts_\`) | read, and the id cut back
G52 | \`thought_signature\` of the function, \`provider_specific_fields\`, \`reasoning_details\`, \`thinking_blocks\` | read
G53 | no signature at all | the documented bypass
G54 | clients that drop unknown fields | the store has the signature; ids stay short`,
  'The shape of answers': `
G55 | one completion | id, integer \`created\`, model, choices, \`logprobs: null\`, \`refusal: null\`; content is null beside calls, arguments are a JSON text
G56 | chunks | one id and \`created\` in all, the role in the first, a reason in the last, never two
G57 | thoughts | \`reasoning_content\`, apart from the text
G58 | the API of 2023: \`functions\`, \`function_call\` | taken and given`,
  'Faults of the upstream': `
F1 | 429 with a wait | 429 in OpenAI’s shape with the wait; tries wait no less, and end
F2 | 429 of a day’s quota | another key, or \`insufficient_quota\` at once
F3 | 400 with the field that is wrong | 400, message kept, \`param\` is the client’s own path
F4 | 401, 403 | the same status, no retry, no key in it
F5 | 404 for a model | 404 \`model_not_found\`
F6 | 500, 503, 504 | tried again a few times, then 502, 503, 504
F7 | 502 in HTML | 502 in JSON, no HTML
F8 | 200 with cut JSON | 502, never 200
F9 | 200 with nothing in it, or a blocked prompt | \`content_filter\`, or a 400 for who wants one
F10 | SAFETY, RECITATION, PROHIBITED_CONTENT, SPII, BLOCKLIST | \`content_filter\`
F11 | malformed and unexpected calls, and other odd ends | a reason that OpenAI has, with Google’s own; never an empty \`stop\` without a mark
F12 | a reason that nobody knows yet | \`stop\`, kept, told once
F13 | nobody answers the connection, no such host, bad TLS | 502 within 5 s; another key is tried
F14 | connected, and never an answer | 504 at the time limit; the socket is closed
F15 | a stream that stalls | comments, then an error event at the time limit; the socket is closed
F16 | a stream cut in an event | what was whole, then an error event; no reason, no usage, no [DONE]
F17 | a socket that is reset in a stream | the same
F18 | an error inside a stream | an error event of its type; a status where nothing was sent
F19 | a stream without a reason at its end | an error event
F20 | bytes split anywhere, CRLF, no space, comments, several data lines, BOM, no blank line at the end | the same text
F21 | an event of 20 MB; 100,000 events in one packet | linear time; above the limit an error
F22 | signatures that are late, double or alone; calls in pieces and in several chunks | indexes 0, 1; signatures kept
F23 | text and a call in one chunk | both
F24 | gzip, br, a wrong content-length | decoded once, headers made anew
F25 | 1xx, redirects | skipped; not followed with the key, 502
F26 | a client that leaves | the call upstream ends within 1 s; what was used is written down
F27 | a client that reads slowly | the upstream waits; memory is bounded
F28 | a fault after the first byte | never tried again
F29 | half of all calls fail for 10 s | 503 at once with \`retry-after\`; one probe, then open again
F30 | a clock that jumps; SIGTERM with 100 streams | drained in time, 503 for new ones, exit 0`,
  'Bad input': `
B1 | a body that is no JSON, empty, null, a list, another type | 400; 415 for the type
B2 | messages that are missing, a text, empty, null inside | 400 with \`messages[…]\`
B3 | unknown roles and parts, an image without a URL | 400 with the path
B4 | arguments that are no object | "" is {}; repaired or 400
B5 | results of every kind, up to 5 MB | an object; 413 above the limit
B6 | results without calls, calls without results, double ids | repaired and named, or 400 in OpenAI’s words; never passed on
B7 | parameters that Gemini does not have | named; 400 when strict
B8 | numbers out of range, long lists | 400 before Gemini is asked
B9 | names of models that bend a URL | 400 or 404
B10 | names of tools that Gemini refuses, twice the same, too many | fitted without collisions and given back; 400
B11 | bytes that are no UTF-8, lone surrogates, NUL, a million emoji | 400 or replaced; the answer is UTF-8
B12 | 25 MB, endless, a bomb of gzip | 413 at the limit, counted inflated; memory flat
B13 | 50,000 messages, 5,000 tools | under 1 s of processor time, or 400
B14 | line breaks in a key, huge heads | 400, 431
B15 | Expect, HTTP/1.0, pipelining, smuggling | work; smuggling is a 400
B16 | other methods and paths, HEAD, OPTIONS | 405 with Allow, 404 in JSON; CORS where it is set`,
  Secrets: `
S1 | keys in logs, errors, metrics | none
S2 | the key of Gemini | in a header, never in a URL
S3 | an error of Gemini with the key in it | masked
S4 | keys of clients and of Gemini | neither goes to the other side
S5 | the log | has no prompts, answers or bodies
S6 | keys of clients | compared in constant time, kept as hashes
S7 | stack traces | in no answer
S8 | /metrics, /healthz | a key for metrics where there are keys; no label names a client`,
  Network: `
N1 | addresses of images inside the house | nothing is fetched
N2 | an address of Gemini from a client | ignored
N3 | file:, data: of 100 MB, gs: | a list of schemes; the limit of bodies
N4 | proxy variables | not obeyed`,
  'JSON and schemas': `
J1 | bombs of references | answered in no time, small
J2 | cycles, chains, missing and remote references | cut, followed, or refused; never fetched
J3 | deep nesting | 400, no overflow
J4 | \`__proto__\` and the like, anywhere | data
J5 | properties called like keywords | kept
J6 | patterns that explode | linear time
J7 | long enums, numbers, null and objects in enums | fitted, given back as they were
J8 | allOf, oneOf, not, if, tuples, type lists, booleans, odd formats | fitted and reported
J9 | what is given | not changed
J10 | big numbers, the order of keys | kept, or documented
J11 | 10,000 random schemas | all fitted; an offline checker takes them
J12 | 100,000 keys | linear time`,
  Load: `
L1 | processor time of a request: small, 20 tools, 50 chunks, an image of 1 MB | at most half of the better of two Node peers, no errors
L2 | added latency | p50 of 0.3 ms, p99 of 2 ms
L3 | 1,000 slow streams | under 200 MB, nothing lost; the first byte at most 2 ms later
L4 | 10 minutes at half load, with aborts and faults | memory does not grow
L5 | five times too much | 503 with \`retry-after\`; accepted ones stay quick; back in 5 s
L6 | 500 slow sockets | others do not notice; closed within 15 s
L7 | 25 MB, bombs | the event loop waits less than 50 ms
L8 | start to the first 200 | under 500 ms`,
}

/** Everything that the gateway is expected to do. */
export const behaviour: readonly BehaviourGroup[] = Object.entries(tables).map(([title, table]) => ({
  title,
  rows: table.trim().split('\n').map(readRow),
}))

function readRow(line: string): BehaviourRow {
  const [id = '', what = '', expected = ''] = line.split(' | ')
  const short = shortfalls[id]
  const measurement = measurements[id]
  return {
    id,
    what,
    expected,
    ...(short === undefined ? {} : { short }),
    ...(measurement === undefined ? {} : { measurement }),
  }
}
