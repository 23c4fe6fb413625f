/** What `import 'toolfit/schema'` adds to a Node process that does nothing else. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { interleave, median } from './timing.mjs'

export function measureImport(entry, folder) {
  const script = (name, text) => {
    const file = fileURLToPath(new URL(name, folder))
    writeFileSync(file, text)
    return file
  }
  const empty = script('empty.mjs', '')
  const importing = script('importing.mjs', `import ${JSON.stringify(entry)}\n`)
  const rounds = interleave(
    { empty: () => spawnMillis(empty), importing: () => spawnMillis(importing) },
    { warmUp: 3, rounds: 31 },
  )
  return {
    emptyMillis: median(rounds.map(({ empty }) => empty)),
    importingMillis: median(rounds.map(({ importing }) => importing)),
    addedMillis: median(rounds.map(({ empty, importing }) => importing - empty)),
  }
}

function spawnMillis(file) {
  const start = performance.now()
  const { status } = spawnSync(process.execPath, [file], { stdio: 'ignore' })
  if (status !== 0) throw new Error(`${file} does not run.`)
  return performance.now() - start
}
