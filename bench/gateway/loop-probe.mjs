import { readFileSync } from 'node:fs'

/**
 * Loaded into a gateway before it (`--import`): asked by its parent, it tells the most processor time, in milliseconds, that one turn of
 * the event loop took since it was asked last. Time on a core, because a busy machine makes every turn look long. On Linux the main
 * thread's own: nobody waits for the threads that collect garbage or compile.
 */
function cpuNow() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function mainThreadNow() {
  return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6
}

function hasThreadTime() {
  try {
    return mainThreadNow() > 0
  } catch {
    // Another system, or a kernel without these counts.
    return false
  }
}

const now = hasThreadTime() ? mainThreadNow : cpuNow
let last = now()
let longest = 0
setInterval(() => {
  const at = now()
  longest = Math.max(longest, at - last)
  last = at
}, 2).unref()
process.on('message', () => {
  process.send({ longestTurn: longest })
  longest = 0
})
process.channel.unref()
