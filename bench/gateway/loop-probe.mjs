/**
 * Loaded into a gateway before it (`--import`): asked by its parent, it tells the most processor time, in milliseconds, that one turn of
 * the event loop took since it was asked last. Time on a core, because a busy machine makes every turn look long.
 */
function cpuNow() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let last = cpuNow()
let longest = 0
setInterval(() => {
  const now = cpuNow()
  longest = Math.max(longest, now - last)
  last = now
}, 2).unref()
process.on('message', () => {
  process.send({ longestTurn: longest })
  longest = 0
})
process.channel.unref()
