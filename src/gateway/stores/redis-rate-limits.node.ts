import {
  type ClientLimits,
  type ClientUsage,
  longestPlaceMs,
  minuteMs,
  type RateLimitStore,
  type WantedUse,
} from './rate-limit-store.ts'

/** Runs a command on Redis. Undefined without an answer of Redis. */
export type RunRedis = <T>(command: (redis: ScriptRedis) => Promise<T>) => Promise<T | undefined>

interface ScriptRedis {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>
}

export interface RedisRateLimitOptions {
  /** The time, in milliseconds. Default: that of Redis, so that gateways whose clocks differ agree. */
  readonly now?: (() => number) | undefined
}

/** No client can owe so many tokens: 500 requests at once take a tenth of it. Requests are never owed, but for a rounding error. */
const largestDebts = { requests: 1, tokens: 1e10 }

/** A clock may be set back by hours. */
const farAhead = 24 * 60 * minuteMs

/**
 * Refills the buckets. A limit of -1 is none. Counts that no gateway has written (texts, infinite debts, times to come, keys of another
 * type) are replaced by full buckets: they would refuse a client for ever.
 */
const start = `
local now = tonumber(ARGV[1])
if now < 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local limits = { requests = tonumber(ARGV[2]), tokens = tonumber(ARGV[3]), concurrent = tonumber(ARGV[4]) }
local wanted = { requests = tonumber(ARGV[5]), tokens = tonumber(ARGV[6]) }
local place = ARGV[7]
local stored = redis.pcall('HMGET', KEYS[1], 'requests', 'tokens', 'at')
local function isLevel(text, debt) return not text or (tonumber(text) or -math.huge) >= -debt end
local function isTime(text) return not text or (tonumber(text) or math.huge) <= now + ${farAhead} end
local function isOurs()
  if stored.err or not isTime(stored[3]) then return false end
  return isLevel(stored[1], ${largestDebts.requests}) and isLevel(stored[2], ${largestDebts.tokens})
end
if not isOurs() then
  redis.call('DEL', KEYS[1])
  stored = { false, false, false }
end
local passed = math.max(0, now - tonumber(stored[3] or now)) / ${minuteMs}
local function refilled(level, limit)
  if limit < 0 then return 0 end
  return math.min(limit, tonumber(level or limit) + limit * passed)
end
local left = { requests = refilled(stored[1], limits.requests), tokens = refilled(stored[2], limits.tokens) }
local function save()
  local ttl = 0
  for _, name in ipairs({ 'requests', 'tokens' }) do
    local limit = limits[name]
    if limit > 0 then
      redis.call('HSET', KEYS[1], name, string.format('%.6f', left[name]))
      ttl = math.max(ttl, math.ceil((limit - left[name]) / limit * ${minuteMs}))
    end
  end
  redis.call('HSET', KEYS[1], 'at', string.format('%.0f', now))
  redis.call('PEXPIRE', KEYS[1], ttl + ${minuteMs})
end
`

/** Takes all that is wanted, or nothing: one script is one step for all gateways. */
const takeScript = `${start}
local refused = ''
local wait = 0
if place ~= '' and limits.concurrent >= 0 then
  if type(redis.pcall('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)) == 'table' then redis.call('DEL', KEYS[2]) end
  redis.call('ZREMRANGEBYSCORE', KEYS[2], now + ${longestPlaceMs + farAhead}, '+inf')
  if redis.call('ZCARD', KEYS[2]) >= limits.concurrent then
    refused = 'concurrent'
    wait = 1000
  end
end
for _, name in ipairs({ 'requests', 'tokens' }) do
  local limit = limits[name]
  local missing = math.min(wanted[name], limit) - left[name]
  if refused == '' and limit >= 0 and wanted[name] > 0 and missing > 0.000001 then
    refused = name
    wait = math.ceil(missing / limit * ${minuteMs} - 0.001)
  end
end
if refused == '' then
  left.requests = left.requests - wanted.requests
  left.tokens = left.tokens - wanted.tokens
  save()
  if place ~= '' and limits.concurrent >= 0 then
    redis.call('ZADD', KEYS[2], now + ${longestPlaceMs}, place)
    redis.call('PEXPIRE', KEYS[2], ${longestPlaceMs})
  end
end
return { refused, wait, math.floor(left.requests + 0.000001), math.floor(left.tokens + 0.000001) }
`

const settleScript = `${start}
if stored[3] then
  left.tokens = math.min(limits.tokens, left.tokens + wanted.tokens)
  save()
end
if place ~= '' then redis.pcall('ZREM', KEYS[2], place) end
return 1
`

/** Counts what clients use in Redis, for several gateways. Undefined where Redis does not answer. */
export function createRedisRateLimits(run: RunRedis, options: RedisRateLimitOptions = {}): RateLimitStore {
  const { now } = options
  const evaluate = (script: string, client: string, limits: ClientLimits, wanted: WantedUse) => {
    // Redis Cluster picks the slot by the part in braces: both keys of a client are in one. Encoding keeps braces out of it.
    const key = `toolfit:use:{${encodeURIComponent(client)}}`
    const numbers = [now?.() ?? -1, ...limitNumbers(limits), wanted.requests, wanted.tokens].map(String)
    const call = { keys: [key, `${key}:places`], arguments: [...numbers, wanted.place ?? ''] }
    return run((redis) => redis.eval(script, call))
  }
  return {
    async take(client, limits, wanted) {
      const answer = await evaluate(takeScript, client, limits, wanted)
      return answer === undefined ? undefined : readUsage(answer, limits)
    },
    async settle(client, limits, unused) {
      const answer = await evaluate(settleScript, client, limits, { requests: 0, ...unused })
      if (answer === undefined) throw new Error('The store of rate limits is unavailable.')
    },
  }
}

function limitNumbers({ requestsPerMinute, tokensPerMinute, concurrentRequests }: ClientLimits): number[] {
  return [requestsPerMinute, tokensPerMinute, concurrentRequests].map((limit) => (Number.isFinite(limit) ? limit : -1))
}

const reasons: ReadonlySet<unknown> = new Set(['', 'requests', 'tokens', 'concurrent'])

/** @throws Error for what the script does not return: not Redis, or another program's. */
function readUsage(answer: unknown, limits: ClientLimits): ClientUsage {
  const [refused, wait, requests, tokens] = Array.isArray(answer) ? answer : []
  const isRead =
    reasons.has(refused) && [wait, requests, tokens].every((value) => Number.isFinite(Number(value ?? '-')))
  // Redis makes a negative number of one that is too large.
  if (!isRead || Number(wait) < 0) throw new Error('The store of rate limits gave an answer that is none.')
  const { requestsPerMinute, tokensPerMinute } = limits
  return {
    refusedBy: refused === '' ? undefined : (refused as ClientUsage['refusedBy']),
    waitMs: Number(wait),
    requests: Number.isFinite(requestsPerMinute) ? Number(requests) : requestsPerMinute,
    tokens: Number.isFinite(tokensPerMinute) ? Number(tokens) : tokensPerMinute,
  }
}
