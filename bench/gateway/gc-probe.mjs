/**
 * Loaded into a gateway before it (`--expose-gc --import`): asked by its parent, it collects garbage and tells what is left, in megabytes,
 * and which handles are open. It does nothing else, and does not keep the process alive.
 */
process.on('message', () => {
  globalThis.gc()
  // Once more: what finalizers let go of.
  setImmediate(() => {
    globalThis.gc()
    const { heapUsed, external } = process.memoryUsage()
    const handles = {}
    for (const name of process.getActiveResourcesInfo()) handles[name] = (handles[name] ?? 0) + 1
    process.send({ heap: heapUsed / 1e6, external: external / 1e6, handles })
  })
})
process.channel.unref()
