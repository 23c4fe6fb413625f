import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cacheFolder, subjectEntry } from './subject.mjs'
import { median } from './timing.mjs'

const rounds = 40

const tell = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)\n'

/** Milliseconds on a core that an import adds to a process that does nothing else, in fresh processes that take turns. */
export function measureImport(names) {
  mkdirSync(cacheFolder, { recursive: true })
  const scripts = { empty: writeScript('empty', tell) }
  for (const name of names) {
    const from = name === 'toolfit' ? subjectEntry.href : name
    scripts[name] = writeScript(name, `import ${JSON.stringify(from)}\n${tell}`)
  }
  const times = Object.fromEntries(Object.keys(scripts).map((name) => [name, []]))
  // The first round fills the disk's cache.
  for (let round = -1; round < rounds; round++) {
    for (const [name, file] of Object.entries(scripts)) {
      const millis = spawnMillis(file)
      if (round >= 0) times[name].push(millis)
    }
  }
  const added = (name, pick) => Math.max(0, pick(times[name]) - pick(times.empty))
  const row = (pick) => Object.fromEntries(names.map((name) => [name, added(name, pick)]))
  return { 'import, best': row((list) => Math.min(...list)), 'import, median': row(median) }
}

function writeScript(name, text) {
  const file = fileURLToPath(new URL(`import-${name}.mjs`, cacheFolder))
  writeFileSync(file, text)
  return file
}

/** By the process's own account: what else runs on the machine adds little to it. */
function spawnMillis(file) {
  const { status, stdout } = spawnSync(process.execPath, [file], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file} does not run.`)
  return Number(stdout)
}
