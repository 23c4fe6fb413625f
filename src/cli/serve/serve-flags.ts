import { commonFlags } from '../core/flags.ts'

export const defaultServePort = 8788

/** The flags of `toolfit serve`. There is none for a key: other users of a machine see the command lines of its processes. */
export const serveFlags = {
  ...commonFlags,
  port: { type: 'string', short: 'p' },
  host: { type: 'string' },
  open: { type: 'boolean' },
  'allow-host': { type: 'string', multiple: true },
  offline: { type: 'boolean' },
  emulate: { type: 'boolean' },
  'base-url': { type: 'string' },
  profile: { type: 'string' },
  location: { type: 'string' },
  model: { type: 'string', multiple: true },
  'client-keys': { type: 'string' },
  'client-requests': { type: 'string' },
  'client-tokens': { type: 'string' },
  'client-concurrency': { type: 'string' },
  'allow-resource': { type: 'string', multiple: true },
  cors: { type: 'string', multiple: true },
  redis: { type: 'string' },
  strict: { type: 'boolean' },
  blocked: { type: 'string' },
  access: { type: 'string' },
  'max-body': { type: 'string' },
  timeout: { type: 'string' },
  'idle-timeout': { type: 'string' },
  retries: { type: 'string' },
  breaker: { type: 'string' },
  'max-requests': { type: 'string' },
  grace: { type: 'string' },
  quiet: { type: 'boolean', short: 'q' },
} as const

export const serveHelp = `Run a gateway: OpenAI clients on Gemini, with tools, streams, images and JSON.

Usage: GEMINI_API_KEY=… toolfit serve [options]

Point a client at the address that it prints, followed by /v1: OPENAI_BASE_URL=http://127.0.0.1:${defaultServePort}/v1.
Without a key it serves an offline Gemini that is not a language model, and says so: enough to try it and to test.
To serve other machines (--host), it needs a key or --offline.

Where                                                           Variable
  -p, --port <number>      Default ${defaultServePort}. 0: a free port.        PORT
  --host <address>         Default 127.0.0.1: this machine.
                           Others need --client-keys or --open. TOOLFIT_HOST

Gemini
                           The key; several with commas.        GEMINI_API_KEY
                           A file with a key on each line.      GEMINI_API_KEY_FILE
  --base-url <url>         Another address of Gemini.           GEMINI_BASE_URL
  --profile <name>         ai-studio (default), or vertex: its
                           express mode, which takes a key.     GEMINI_PROFILE
  --location <name>        Vertex: default global.              GOOGLE_CLOUD_LOCATION
  --model <name=id>        A name that clients may use, such as
                           gpt-5.2=gemini-3-flash-preview; may
                           be repeated.                         TOOLFIT_MODELS
  --offline                Serve the offline Gemini even with a
                           key. --emulate is the older name.    TOOLFIT_OFFLINE=1

Clients
  --client-keys <file>     Keys that clients must send, one a
                           line: plain, or sha256:<hex>.
                           Default: no key is needed.           TOOLFIT_CLIENT_KEYS
  --client-requests <n>    Requests a minute for each key; more
                           get a 429. Default 6000. off: no
                           limit.                               TOOLFIT_CLIENT_REQUESTS
  --client-tokens <n>      Tokens a minute for each key, of
                           prompts and answers. Default
                           40000000.                            TOOLFIT_CLIENT_TOKENS
  --client-concurrency <n> Requests at once for each key.
                           Default 500. A line of --client-keys
                           may have its own limits: <key>
                           requests=60 tokens=100000
                           concurrency=4                        TOOLFIT_CLIENT_CONCURRENCY
  --open                   Serve other machines without keys.   TOOLFIT_OPEN=1
  --allow-host <name>      Without keys: a name of this server
                           besides localhost, or "*"; may be
                           repeated. Others get a 403.          TOOLFIT_ALLOW_HOSTS
  --cors <origin>          Web pages that may send requests, or
                           "*"; may be repeated. Default: none. TOOLFIT_CORS
  --allow-resource <kind>  What clients may use of your project:
                           files (files/…), storage (gs://…),
                           caches (cachedContents/…); may be
                           repeated. Default: nothing.          TOOLFIT_ALLOW_RESOURCES
  --strict                 Reject what is otherwise repaired or
                           ignored, and named in a header.      TOOLFIT_STRICT=1
  --blocked <answer|error> What a blocked prompt gets. Default
                           answer: it ends with content_filter. TOOLFIT_BLOCKED
  --access keep            Also ask for properties of a tool
                           that its server sets (readOnly).     TOOLFIT_ACCESS=keep

Operations
  --redis <url>            Store thought signatures and the use
                           of clients there, for several
                           gateways. Needs the package "redis".
                           Default: in memory.                  REDIS_URL
  --max-body <MB>          Default 20. Larger bodies get a 413. TOOLFIT_MAX_BODY
  --timeout <seconds>      Until Gemini begins to answer.
                           Default 60; 300 without a stream.    TOOLFIT_TIMEOUT
  --idle-timeout <seconds> Between two events. Default 90.      TOOLFIT_IDLE_TIMEOUT
  --retries <number>       Before the first byte. Default 2.    TOOLFIT_RETRIES
  --breaker <on|off>       Stop calling a model that keeps
                           failing, for seconds. Default on.    TOOLFIT_BREAKER
  --max-requests <number>  At the same time; more get a 503.
                           Default 10000.                       TOOLFIT_MAX_REQUESTS
  --grace <seconds>        For requests in progress, when it is
                           stopped. Default 30.                 TOOLFIT_GRACE
  -q, --quiet              Do not log requests.
  --json                   Print the address, and the log on stderr, as lines of JSON.

Keys are read from the environment or from files, because others can see a command line. Lists in variables are
separated by commas. A flag wins over its variable.

The address is printed to stdout, requests to stderr. Ctrl-C or SIGTERM stops it: requests in progress are
finished, new ones get a 503. A second signal stops it at once.

Example:
  GEMINI_API_KEY=… toolfit serve --model gpt-5.2=gemini-3-flash-preview &
  OPENAI_BASE_URL=http://127.0.0.1:${defaultServePort}/v1 OPENAI_API_KEY=any npm start
`
