/** Something that a hostile client, server, schema or machine may do. */
export interface Attack {
  /** Titles of its tests end with it: `… (X14)`. */
  readonly id: string
  readonly attack: string
  readonly outcome: string
}

/** Attacks that belong together, in the order of the document. */
export interface AttackGroup {
  readonly title: string
  readonly attacks: readonly Attack[]
}

/** One attack a line: id | attack | what happens. */
const tables: Readonly<Record<string, string>> = {
  'Auth and smuggling': `
X1 | mutated bytes on a socket of the gateway | a complete HTTP answer below 500, or a closed connection; no key in it
X2 | no key, an empty one, another scheme, a key in other headers, in a cookie or in the body | 401; Gemini is not asked
X3 | a key in the query | 401; the key is not repeated
X4 | two \`Authorization\` headers, one of them right | 401
X5 | a part of a key, more than it, other case, look-alike letters, invisible marks, other encodings | 401
X6 | requests without a key behind one with a key, on one connection | each needs its own key; nothing is answered after a refusal
X29 | measuring how much of a key is right | hashes are compared in whole
X34 | a stolen configuration or memory | keys can be configured as hashes; only hashes stay in memory
X7 | \`//\`, dot segments, percent-encoding, case and semicolons in a path that needs a key | 400, 401 or 404
X8 | the same in the name of a model | 400 or 404; Gemini is asked for no other address
X9 | absolute, authority and asterisk targets; CONNECT | routed by their path, or 400; nothing is connected
X10 | upgrades to WebSocket and HTTP/2 | not made: the request is one of HTTP/1.1
X11 | method overrides, unknown and lower-case methods, HEAD and TRACE without a key | 401, 405 or 400
X12 | no \`Host\`, two, one with a path, a name or a NUL | 400; another host changes nothing upstream
X13 | half-closed connections | closed; nothing incomplete is served
X14 | \`Content-Length\` with \`Transfer-Encoding\`, repeated, folded, signed, in other digits, behind bare line breaks | one 400; what follows is not served
X15 | chunks with wrong sizes, line breaks and trailers | one 400; what follows is not served
X16 | extensions of chunks without end; a chunk of 16 exabytes | 413; 408
X17 | a key in a trailer | 401
X18 | a request in the body of another; behind a body that was refused unread | it is a body; it is not served
X19 | 200 pipelined requests, every third broken | answered in order, each for itself
X234 | one connection with requests without end, none of which waits for an answer | one is handled at a time; beyond 256 the connection is closed
X185 | pipelined requests that expect \`100-continue\` | each interim answer is in front of its own answer, never inside of one
X27 | 64 kB headers, 2,000 headers, control characters in headers | 431; 400
X195 | a request behind one that was refused, on one connection | it is itself, or the connection is closed; nothing of a body that was not read is a request
X196 | HTTP/1.0 with keep-alive, or with chunks | one request, with its own key
X200 | \`__proto__\`, \`constructor\` as key, model, role, format or chosen tool | 401, 404 or 400; as the name of a tool, a tool
X28 | \`/metrics\` and administration paths without a key | 401; 404
X30 | headers of a client that Gemini would obey | none goes upstream
X31 | an upstream address from a client | ignored and named, or 400
X32 | addresses inside the network, in images, files, results and references | nothing is fetched
X33 | pages of other origins | no CORS headers unless the origin is configured
X130 | an empty or unreadable list of client keys, or \`""\` | an error at the start
X235 | client keys in a variable of another name | an error at the start
X131 | listening beyond loopback without client keys | an error, unless \`--open\` asks for it; then a warning
X132 | no key of Gemini in production; an upstream or a store that cannot be reached | an error at the start; \`/readyz\` is a 503
X133 | a web page that posts to a gateway on the same machine | 403 or 415; Gemini is not asked
X134 | DNS rebinding | 403
X135 | files, storage objects and caches of the operator's project | 403, unless the kind is allowed
X136 | secrets on the command line of an MCP server | masked in output, reports and errors
X143 | a client that asks too often, too much at once, or for too many tokens | 429 in OpenAI's words with \`retry-after\`; others are served
X151 | a flood of \`/readyz\` | the upstream is asked every few seconds`,
  Bodies: `
X20 | mutated requests, and mutated answers behind them | an answer in OpenAI's shape at a bounded cost; 5xx only where the upstream failed; no key anywhere
X215 | a body in hundreds of thousands of chunks of one byte, compressed or not | 400 that says what to send
X35 | what is not JSON, or not an object | 400; Gemini is not asked
X36 | any bytes | an answer below 500 in UTF-8
X22 | UTF-16, UTF-7, overlong UTF-8, surrogates, NUL | 400
X24 | comments, single quotes, trailing commas, leading zeros, two values | 400
X23 | a member that comes twice | the last one counts, for the checks and for Gemini alike
X21 | compressed bodies that are cut, nested, wrong, or of an unknown encoding | 400, 413 or 415
X37 | 25 MB with a length | 413 before they are read
X38 | a gigabyte in chunks | 413 at the limit; the connection is closed; memory stays flat
X155 | half-sent bodies of many connections | together no more than all bodies may have; 503 with \`retry-after\` beyond
X156 | a body that stops coming | 408 in seconds, however much has come
X39 | bombs of gzip, also endless ones | 413, counted after decompression
X165 | a report on hundreds of changes below a name of 100 kB | half a megabyte of it, marked as cut
X46 | a body that trickles | 408
X40 | JSON nested up to a million levels | 400, no overflow
X41 | 20,000 messages | 400 at once
X145 | a million unknown parameters | 400 beyond 5,000 values
X146 | a large body of structure, few texts | 400 beyond the limit
X150 | any large body, while others ask | parsed in pieces; others get a turn in between
X180 | arguments of megabytes in every call | up to four million characters in a message, which are read in one turn
X216 | schemas just below the limit of nodes that take longest: anything, \`contains\`, words, references by name or address, conditions | each counts as what it takes; 400 beyond the limit
X181 | unions, conditions, lists of types, and references by the thousand | at most 8,000 nodes below them in a request, more where it has much text, a reference counting as four, a dynamic one, or one by name or address, as 24
X182 | many requests with long work at once | one goes on in each turn of the event loop; beyond 64 of a client, a 429, and a 503 without client keys
X183 | a client with many requests of long work, beside others | clients take turns; who has fewer than others is not refused for them
X42 | \`__proto__\`, \`constructor\`, \`toString\` anywhere | data; no prototype changes
X43 | model names that bend a URL | 400 or 404; the upstream address does not change
X44 | any number in any parameter | in its range, or a 400 that names it
X45 | data URLs of 100 MB | 413
X47 | results without calls, calls without results, repeated ids | repaired and reported, or 400
X197 | byte order marks | one at the start is skipped; others are a 400
X198 | tools that come twice, with escapes and spaces in the name, or brackets that close each other | the last list is checked, declared and sent; 400
X199 | gzip with more behind it, in two parts, or with a long name | read once, or 400
X193 | half characters, from clients and from the model | texts stay texts; what goes out is UTF-8
X224 | ids, signatures, addresses and numbers of megabytes on which patterns of our own would run for hours | read once: an answer, or 400
X25 | line breaks in names, roles, ids and models | in no header of an answer
X26 | server-sent events inside prompts, tools and texts | text; they end no event`,
  Schemas: `
X61 | \`$ref\` bombs: 2^30 nodes from 5 kB, alone or many small ones | 400 at once; nothing is sent
X72 | the same, while others ask | the others are answered
X62 | cycles and chains of references | cut or followed; Gemini accepts what is sent
X63 | remote references | never fetched; reported
X64 | patterns that explode: \`(a+)+$\` | at most the size of the pattern x the length of the text, in steps
X154 | the same for names, enums, defaults and constants of the schema itself, and on arguments | answered; a health check beside it too
X152 | 1,000 patterns x 1,000 names or keys, in the library | the steps of a call are shared and bounded; what was not compared is reported
X153 | back references, and patterns that are too large | not run: they refuse no value, and are reported with \`enforced: false\`
X65 | an enum of 100,000 texts, or 50,000 numbers | fitted
X186 | references to long texts and names: 250 kB that become 380 MB | 400 beyond two million characters that they add, or twice the text as written
X205 | a long text that thousands of references name, in the library | it counts as many values; what would repeat it becomes JSON text
X187 | names by the thousand that are required, or taken, and not declared | each counts as a property; 400 beyond the limit
X66 | a request whose objects are frozen | not changed
X67 | random schemas, random JSON in place of one | declared, or left out and named
X68 | 100,000 keys in any place | linear time
X69 | JavaScript objects that contain themselves | an error with a short pointer
X70 | schemas that are deep, wide or explode when inlined, for every dialect | a result within the limits, or an error
X71 | properties with names of keywords | properties
X147 | schemas of 60,000 properties, 512 tools of 300 unions | 400 beyond the limit of a schema, and of all together
X148 | 1,000 patterns for names beside 1,000 names | 400 beyond the limit in steps
X149 | a chain of 50,000 references; definitions that nobody uses | counted as they are written`,
  Memory: `
X73 | clients that read slowly, or not at all, while the model is fast | the upstream waits; below 1 MB for each
X79 | a client that stops reading | disconnected
X232 | a client that reads a long answer slowly for minutes | gets all of it
X233 | a long answer that waits behind a stream, on one connection | is not lost
X206 | long requests whose answers stream for minutes | what was sent is not in memory any more when its answer begins
X74 | 500 connections that send their request byte by byte | closed in time; others do not notice
X78 | more requests at once than allowed | 503 with \`retry-after\`
X184 | more connections and requests than the gateway can answer, each quick by itself | they wait in one line that is worked off in short turns; who would wait for seconds is a 503
X75 | signatures without end | the oldest of the client that has the most are dropped; one that is too large is not stored
X76 | labels and names without end | metrics stay small and have no client's words
X172 | a count of tokens without end | counted as the most that a request can take
X77 | answers and events of the upstream without end | an error at the limit
X95 | requests without end to the emulator | it records the last 1,000
X139 | measuring whether another client has sent a list of tools, or a keyword | the work does not depend on other clients
X140 | a client that fills the cache | drops its own lists, not those of others
X144 | clients without end | a bounded number is counted
X171 | a client that allows answers of billions of tokens, and leaves | the longest answer of Gemini is reserved: it waits for seconds, not for hours`,
  Upstreams: `
X51 | headers or a status line without end | 502 or 504; the connection is closed
X52 | not HTTP, two lengths, broken chunks, odd statuses, upgrades | 502
X53 | a bomb of gzip; gzip that is cut or wrong | 502 at the limit
X54 | informational answers without end | 504 at the time limit
X55 | waits of centuries, below zero, or not a number | not waited for; \`retry-after\` is a number, of a day at most
X56 | events inside texts; ids, names and comments in the stream | text; dropped
X57 | a second answer behind the first | not given to the next request
X58 | cookies, CORS and security headers, redirect targets | not passed on
X59 | calls of tools that were not declared; members named \`toString\` in any place | passed on or ignored; nothing is run or called
X60 | closing or resetting a connection while its answer waits for a slow reader | the answer is complete, or an error; the process survives
X188 | errors of 20 MB, with fields of a megabyte, or of other types | a message of at most 10,000 characters in OpenAI's shape
X189 | calls that share an id | all are given out, each with its own id; a repeated one once
X190 | calls named \`__proto__\` and \`constructor\`, with such arguments | data
X191 | candidates, parts, texts, files and notes that are something else | one answer in OpenAI's shape, without them
X192 | counts of tokens below zero, infinite, or no numbers | counts, or none, in answers and metrics
X194 | a list of models with odd names that never ends | five pages of it
X100 | redirects | 502; the key does not follow
X101 | errors, pages, headers and streams that repeat the key | masked in answers, logs and records
X219 | the same key in base64, also inside of something longer, percent-encoded, or escaped | masked
X227 | a key in log lines, in errors of Redis or of an MCP server, in any of these spellings | masked: one function masks all that is shown or logged
X102 | streams that are cut, or have no end | an error event, never a normal end
X103 | silence before the head, or inside a stream | 504 or an error event; the connection is closed
X157 | comments, blanks or events without words, for ever | 502, 504 or an error event at the time limit
X217 | a whole answer that comes byte by byte, for ever | 504 at the time limit
X158 | arguments nested too deep | 502 that says so; a stored record of them is not used
X218 | arguments with hundreds of thousands of values | 502 that says so beyond 10,000 in an answer; a stored record of them is not used
X270 | arguments that no branch of a recursive union takes | compared with the schema in a bounded number of steps, and passed on as they came
X271 | thousands of objects that lack hundreds of properties, or defaults | at most a hundred issues, and defaults in proportion to the arguments
X225 | a stream of tens of thousands of chunks that all add to one list, such as log probabilities or citations | read in time that grows with its length
X226 | an answer or an event with thousands of calls, sources or log probabilities; with hundreds of thousands of values | read; 502 that says so beyond 5,000 parts or sources, and beyond a million values, or 50,000 in an event
X272 | an answer of megabytes, whole or streamed, while others ask | read, decoded and written in pieces; others get a turn in between
X104 | a wrong length | 502, never half an answer
X105 | a failed TLS handshake | 502
X106 | an HTML page | 502 in JSON
X107 | a failure after the first byte | not retried
X137 | a client whose requests make the upstream fail | its own circuit opens, not that of others
X236 | a client that makes up names of models without end | what was counted of the models that answer is not dropped
X138 | a client that has Google quote \`API_KEY_INVALID\` | no key is rejected: only the status and the structured reason count`,
  Redis: `
X110 | killed, and restarted | requests go on without it, and use it again
X111 | frozen | costs one wait
X112 | a dead connection | replaced
X113 | full | nothing new is stored; reported once
X114 | a wrong password | reported without the password
X115 | clients and ids that run together | kept apart
X116 | records that are empty, broken, of other types or versions, or 5,000 levels deep | ignored
X123 | records that are right in all but a name, a signature or arguments | an answer or a 400
X117 | a record of 50 MB | ignored
X118 | a call id of another client | its record is not found
X119 | FLUSHALL in a conversation | only the signatures are lost
X120 | keys that hold lists | not read; replaced
X121 | ids with line breaks, commands, patterns, braces or NUL | each reads and writes its own key
X170 | gone or frozen while requests are under way | their places among the requests at once are given back when it answers again
X122 | a server that is not Redis, lies, hangs up, or nests its answer without end | requests are answered without it
X220 | answers that a store or a proxy mixes up between clients | a record is used for its own call only
X228 | counts of rate limits that are texts, NaN, infinite, debts of years or of requests, times to come, or of another type | replaced by full buckets; the client is counted from then on
X223 | NOAUTH, READONLY, LOADING, MOVED, BUSY and other refusals of every command | reported once in the words of Redis, and counted; requests are answered without it
X201 | counts of clients that are no counts | each gateway counts for itself
X141 | an outage | counted, and reported by \`/readyz\``,
  Emulator: `
X80 | mutated requests | an answer in Google's shape below 500, at most in proportion to the request; memory stays flat
X81 | mutated bytes on a socket | a complete HTTP answer below 500, or a closed connection
X82 | heads and bodies that never end | 408
X83 | bodies above the limit | 413
X84 | odd methods and targets | 400, 403 or 404
X85 | clients that leave | others are not disturbed
X86 | bad and large requests beside good ones | others are answered as before
X91 | a client that does not read | disconnected
X92 | smuggling | one 400
X93 | schemas that explode, loop, ask for billions, or for thousands of long texts, or cannot be satisfied | a small answer, or 400
X221 | lists of 100,000 items, in one call or in many | 1,000 items; the calls of an answer share their steps
X222 | a call with thousands of arguments, streamed in pieces | a few hundred chunks
X90 | lists in lists | made in time that grows with the depth, not with 2^depth
X97 | patterns that explode, counts of counts | an answer in a bounded number of steps
X94 | bodies that are deep, long, endless or hostile | an answer in Google's shape
X96 | 100,000 errors in one request | the first 1,000 are listed
X87 | keys | not recorded
X88 | a script that throws | a 500 of its own request
X89 | unknown faults | 400 that lists the known ones
X202 | names of prototypes as models and parameters | 400 or 404; recorded as they are
X203 | names of prototypes, and thousands of names, as faults | 400
X230 | the same fault hundreds of times, each acting on what the others made | at most 20 faults, each adding as much as alone; else 400
X231 | small requests with very many errors | what is recorded of all of them is bounded, errors included
X204 | odd queries and paths | an answer in Google's shape
X142 | web pages and DNS rebinding | refused, unless the origin or host is configured`,
  'Silent failures': `
X162 | a stream that fails, read as text | the reader throws, and the error is logged once or told to \`onError\`
X163 | a connection that breaks after the model said why it stopped | a complete answer with a warning; before that, an error
X164 | files without a media type; a text that is trimmed | recognised by all of their first bytes; its options stay
X251 | an answer that cannot even be read while its failure is reported | an error of the stream, and \`onError\` is called
X252 | a block of text that starts again before its end | both are in the answer and in the messages`,
  'Tool loops': `
T1 | the model calls a tool that does not exist | the model is told; nothing is run
T2 | arguments that do not fit the schema | the model is told, with the path; the tool is not run
T3 | a tool that throws, hangs, or returns 10 MB, nothing, or what contains itself | a result or an error for the model; the run goes on
T4 | a model that repeats itself, or never ends | the run stops at its limit
T5 | an abort while several tools run | all are told; the messages stay valid
T6 | results with instructions, calls, role markers and control characters | data; nothing in them is run
T7 | results with a \`$ref\` | renamed for Gemini, which would resolve it
T8 | repeated and missing call ids; 100 calls at once | ids are made unique; the order is kept
T9 | a tool that changes what it is given | the history and other tools do not notice
T10 | names of several servers that become one | told apart; calls come back to the right tool
X159 | forged messages: a call, a request for approval and \`approved: true\` | the policy is asked again, the input is validated again; a tool that never asked is not run
X160 | a signed approval whose call, input or id a client changed | nothing is run
X255 | messages of a chat that nest 20,000 levels, or contain themselves | an error of validation, not an overflow
X256 | messages of a chat with malformed parts, or files with a malformed URL | an error that names the message
X257 | a stored history that nests too deep, with malformed bytes or URLs, or a summary that is not a message | \`history-unreadable\`
X258 | marks that turn the direction of text, in names and texts of an MCP server | shown as escapes in a terminal
X259 | a module for \`toolfit check\` that throws nothing, or what is not an error | an error of the module, not of Toolfit
X260 | an object, a text or nothing in place of a history | \`history-unreadable\`; it is not called valid
X254 | files at addresses of the own machine or network, also by a name without a dot, or behind a redirect | not downloaded
X250 | a hundred thousand calls in one answer, also with one id, or with their results | read and run in time that grows with their number
X253 | a stream without end that never waits | timeouts and aborts end it
X161 | a security option that Toolfit does not have | an error, not a warning`,
}

/** Every attack, by group. */
export const attackGroups: readonly AttackGroup[] = Object.entries(tables).map(([title, table]) => ({
  title,
  attacks: table.trim().split('\n').map(readAttack),
}))

function readAttack(line: string): Attack {
  const [id = '', attack = '', outcome = ''] = line.split(' | ')
  return { id, attack, outcome }
}
