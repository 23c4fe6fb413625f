import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import { parseFlags } from '../core/flags.ts'
import { serveFlags, serveHelp } from './serve-flags.ts'
import { readServeSettings } from './serve-settings.ts'

const folder = mkdtempSync(`${tmpdir()}/toolfit-serve-`)
afterAll(() => rmSync(folder, { recursive: true }))

function read(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const output = { write: () => undefined }
  const io = { stdout: output, stderr: output, stdin: (async function* () {})(), env, cwd: folder }
  return readServeSettings(parseFlags(argv, serveFlags).values, io)
}

describe('the settings of `toolfit serve`', () => {
  test('without any: the offline Gemini, for this machine, on its port', () => {
    expect(read([])).toEqual({
      options: { port: 8788, host: '127.0.0.1', strict: false },
      isEmulated: true,
      isOffline: false,
      redis: undefined,
      secrets: [],
    })
  })

  test.each([
    ['TOOLFIT_MODEL', 'TOOLFIT_MODELS'],
    ['TOOLFIT_CLIENT_KEY', 'TOOLFIT_CLIENT_KEYS'],
    ['TOOLFIT_CLIENT_REQUEST', 'TOOLFIT_CLIENT_REQUESTS'],
    ['TOOLFIT_MAXBODY', 'TOOLFIT_MAX_BODY'],
  ])('the misspelt variable %s is an error', (variable, meant) => {
    expect(() => read([], { [variable]: '1' })).toThrow(`There is no variable ${variable}. Did you mean ${meant}?`)
  })

  test.each(['TOOLFIT_KEYS', 'TOOLFIT_API_KEY', 'TOOLFIT_API_KEYS'])(
    'keys in the variable %s are an error: they would protect nothing (X235)',
    (variable) => {
      expect(() => read([], { [variable]: 'sk-one' })).toThrow('Did you mean TOOLFIT_CLIENT_KEYS?')
    },
  )

  test.each(['TOOLFIT_PORT', 'TOOLFIT_PORT_8788_TCP', 'TOOLFIT_SERVICE_HOST', 'TOOLFIT_SEED'])(
    'the variable %s of another program is left alone',
    (variable) => {
      expect(read([], { [variable]: '1' }).options.port).toBe(8788)
    },
  )

  test('from the environment', () => {
    const { options, isEmulated, redis, secrets } = read([], {
      GEMINI_API_KEY: 'key-one, key-two',
      GEMINI_BASE_URL: 'https://gemini.example/v1beta',
      GEMINI_PROFILE: 'vertex',
      GOOGLE_CLOUD_LOCATION: 'us-central1',
      PORT: '9000',
      TOOLFIT_HOST: '0.0.0.0',
      TOOLFIT_MODELS: 'gpt-5.2=gemini-3-flash-preview,small=gemini-2.5-flash',
      TOOLFIT_CLIENT_KEYS: 'client-one sha256:00ff',
      TOOLFIT_CORS: 'https://a.example,https://b.example',
      TOOLFIT_ALLOW_HOSTS: 'toolfit, toolfit.internal',
      TOOLFIT_ALLOW_RESOURCES: 'files,caches',
      TOOLFIT_STRICT: '1',
      TOOLFIT_BLOCKED: 'error',
      TOOLFIT_ACCESS: 'keep',
      TOOLFIT_MAX_BODY: '0.5',
      TOOLFIT_TIMEOUT: '7',
      TOOLFIT_IDLE_TIMEOUT: '8.5',
      TOOLFIT_RETRIES: '0',
      TOOLFIT_BREAKER: 'off',
      TOOLFIT_MAX_REQUESTS: '500',
      TOOLFIT_GRACE: '0',
      REDIS_URL: 'redis://:hush-hush@localhost:6379',
    })
    expect(options).toEqual({
      apiKey: ['key-one', 'key-two'],
      baseURL: 'https://gemini.example/v1beta',
      profile: 'vertex',
      location: 'us-central1',
      port: 9000,
      host: '0.0.0.0',
      models: { 'gpt-5.2': 'gemini-3-flash-preview', small: 'gemini-2.5-flash' },
      clientKeys: ['client-one', 'sha256:00ff'],
      cors: ['https://a.example', 'https://b.example'],
      allowHosts: ['toolfit', 'toolfit.internal'],
      allowResources: ['files', 'caches'],
      strict: true,
      blocked: 'error',
      access: 'keep',
      maxBodyBytes: 524_288,
      headerTimeoutMs: 7_000,
      idleTimeoutMs: 8_500,
      maxRetries: 0,
      breaker: false,
      maxRequests: 500,
      graceMs: 0,
    })
    expect([isEmulated, redis]).toEqual([false, { name: 'REDIS_URL', text: 'redis://:hush-hush@localhost:6379' }])
    expect(secrets).toEqual(['key-one', 'key-two', 'client-one', 'hush-hush'])
  })

  test('a flag wins over its variable, and an empty variable is none', () => {
    const { options } = read(['--port', '1', '--model', 'a=b', '--cors', '*'], {
      PORT: '2',
      TOOLFIT_MODELS: 'c=d',
      TOOLFIT_CORS: 'https://x.example',
      TOOLFIT_HOST: ' ',
      TOOLFIT_STRICT: '0',
    })
    expect(options).toEqual({ port: 1, host: '127.0.0.1', strict: false, models: { a: 'b' }, cors: ['*'] })
  })

  test('keys from files, a line each, comments aside', () => {
    writeFileSync(`${folder}/keys`, '# ours\nkey-one\n\n key-two \r\n')
    const { options, isEmulated } = read(['--client-keys', 'keys'], { GEMINI_API_KEY_FILE: `${folder}/keys` })
    expect(options).toMatchObject({ apiKey: ['key-one', 'key-two'], clientKeys: ['key-one', 'key-two'] })
    expect(isEmulated).toBe(false)
  })

  test.each<[string[], Record<string, string>]>([
    [['--offline'], {}],
    [['--emulate'], {}],
    [[], { TOOLFIT_OFFLINE: '1' }],
  ])('%j with %j is the offline Gemini, though there is a key and an address', (argv, env) => {
    const settings = read(argv, { GEMINI_API_KEY: 'k', GEMINI_BASE_URL: 'https://x.example', ...env })
    expect([settings.isEmulated, settings.isOffline, settings.options.baseURL]).toEqual([true, true, undefined])
  })

  test.each<[string[], Record<string, string>]>([
    [['--open', '--allow-host', 'toolfit'], {}],
    [[], { TOOLFIT_OPEN: '1', TOOLFIT_ALLOW_HOSTS: 'toolfit' }],
  ])('%j with %j opens it', (argv, env) => {
    expect(read(argv, env).options).toMatchObject({ open: true, allowHosts: ['toolfit'] })
  })

  test.each(['""', "''", '"sk-one"', 'sk-one,"sk-two"'])(
    'TOOLFIT_CLIENT_KEYS=%s, with the quotes of an --env-file, is an error (X130)',
    (keys) => {
      expect(() => read([], { TOOLFIT_CLIENT_KEYS: keys })).toThrow('is in quotes')
    },
  )

  test.each([
    ['sk-secret requests=5\nother\nsk-secret', 'keys 1 and 3 are the same, with different limits'],
    ['sk-secret requests=5 requests=off', 'a limit is there twice'],
  ])('a file of client keys that contradicts itself is an error: %j', (lines, message) => {
    writeFileSync(`${folder}/twice`, lines)
    expect(() => read(['--client-keys', 'twice'])).toThrow(message)
    expect(() => read(['--client-keys', 'twice'])).not.toThrow('sk-secret')
  })

  test.each(['', ',', ' ', ' , \n', '\t'])('TOOLFIT_CLIENT_KEYS=%j lets nobody in: it is an error (X130)', (keys) => {
    expect(() => read([], { TOOLFIT_CLIENT_KEYS: keys })).toThrow(
      'TOOLFIT_CLIENT_KEYS is set, and there is no key in it',
    )
  })

  test.each<[string[], Record<string, string>, string]>([
    [[], { PORT: 'x' }, 'PORT must be a number from 0 to 65535, got "x".'],
    [['--model', 'gpt'], {}, '--model must be <name>=<id of a Gemini model>, got "gpt".'],
    [[], { TOOLFIT_MODELS: '=b' }, 'TOOLFIT_MODELS must be <name>=<id'],
    [['--blocked', 'errr'], {}, 'Did you mean'],
    [['--profile', 'cloud-code'], {}, '--profile cannot be "cloud-code".'],
    [['--max-body', '0'], {}, '--max-body must be a number of megabytes above 0'],
    [[], { TOOLFIT_TIMEOUT: '-1' }, 'TOOLFIT_TIMEOUT must be a number of seconds'],
    [['--retries', '1.5'], {}, '--retries must be a number from 0 to 99'],
    [['--max-requests', '0'], {}, '--max-requests must be a number from 1'],
    [['--breaker', 'offf'], {}, 'Did you mean'],
    [['--client-requests', '0'], {}, '--client-requests must be a number from 1'],
    [[], { TOOLFIT_CLIENT_CONCURRENCY: 'many' }, 'TOOLFIT_CLIENT_CONCURRENCY must be a number from 1'],
    [[], { TOOLFIT_STRICT: 'maybe' }, 'TOOLFIT_STRICT must be 1 or 0'],
    [['--base-url', 'gemini.example'], { GEMINI_API_KEY: 'k' }, '--base-url must be a URL'],
    [[], { GEMINI_BASE_URL: 'https://x.example' }, 'GEMINI_BASE_URL needs a key'],
    [
      ['--client-keys', 'missing'],
      {},
      '"missing" cannot be read: there is no such file. It must be a file with a key on',
    ],
    [['--client-keys', '.'], {}, '--client-keys: "." cannot be read'],
    [['--open'], { TOOLFIT_CLIENT_KEYS: 'a' }, '--open and client keys exclude each other'],
    [['--allow-resource', 'file'], {}, 'Did you mean'],
    [[], { TOOLFIT_ALLOW_RESOURCES: 'everything' }, 'It is one of: files, storage, caches.'],
    [[], { TOOLFIT_OPEN: 'maybe' }, 'TOOLFIT_OPEN must be 1 or 0'],
  ])('%j with %j is wrong usage', (argv, env, message) => {
    expect(() => read(argv, env)).toThrow(message)
  })

  test('limits for clients, and those of a key beside it', () => {
    writeFileSync(`${folder}/limited`, 'sk-alice requests=60 tokens=off\nsha256:00ff  concurrency=4\nsk-bob\n')
    const env = { TOOLFIT_CLIENT_REQUESTS: '100', TOOLFIT_CLIENT_TOKENS: '5000' }
    const { options, secrets } = read(['--client-keys', 'limited', '--client-tokens', 'off'], env)
    expect(options).toMatchObject({
      clientKeys: [
        { key: 'sk-alice', requestsPerMinute: 60, tokensPerMinute: Number.POSITIVE_INFINITY },
        { key: 'sha256:00ff', concurrentRequests: 4 },
        'sk-bob',
      ],
      rateLimits: { requestsPerMinute: 100, tokensPerMinute: Number.POSITIVE_INFINITY },
    })
    expect(secrets).toEqual(['sk-alice', 'sk-bob'])
  })

  test.each(['requests=0', 'requests=1e9', 'request=5', 'tokens', 'tokens=', 'toString=1'])(
    'a key with %j behind it is refused, without the key',
    (words) => {
      writeFileSync(`${folder}/wrong`, `sk-alice\nsk-secret ${words}\n`)
      expect(() => read(['--client-keys', 'wrong'])).toThrow(
        '--client-keys: key 2 of "wrong": after a key there can be',
      )
      expect(() => read(['--client-keys', 'wrong'])).not.toThrow('sk-secret')
    },
  )

  test('a file without a key opens no door', () => {
    writeFileSync(`${folder}/empty`, '# nobody\n')
    expect(() => read(['--client-keys', 'empty'])).toThrow('--client-keys: there is no key in "empty".')
  })

  test('every flag is in the help', () => {
    const common = ['help', 'color', 'no-color']
    const missing = Object.keys(serveFlags).filter((name) => !serveHelp.includes(`--${name}`) && !common.includes(name))
    expect(missing).toEqual([])
  })
})
