/**
 * Adds to lockfiles the optional platform packages that npm left out, so that `npm ci` accepts them.
 *
 *     node scripts/complete-lockfile.mjs [--check] <package-lock.json> …
 *
 * npm 11 writes no entry for an optional package that the registry could not serve (a mirror without
 * the macOS builds, say), and then refuses its own lockfile: "Missing: @biomejs/cli-darwin-arm64@ from
 * lock file" (npm/cli#9846). The entries added here carry no integrity, because nothing was fetched;
 * `npm install` on a machine of that platform fills it in.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = { aarch64: 'arm64', arm64: 'arm64', arm: 'arm', x64: 'x64', ia32: 'ia32', loong64: 'loong64' }
const moreProcessors = { mips64el: 'mips64el', ppc64: 'ppc64', riscv64: 'riscv64', s390x: 's390x', wasm32: 'wasm32' }
const aliases = { windows: 'win32', linuxmusl: 'linux', ...processors, ...moreProcessors }

/** What a platform package's name says about where it runs: `@x/cli-linux-x64-musl` -> linux, x64, musl. */
function platformOf(name) {
  const words = name.split(/[/-]/).map((word) => aliases[word] ?? word)
  const os = words.find((word) => systems.includes(word))
  const cpu = words.find((word) => Object.values(aliases).includes(word) && !systems.includes(word))
  const isMusl = /musl/.test(name)
  const isGlibc = os === 'linux' && /-(gnu|gnueabihf|glibc)$/.test(name)
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(isMusl && { libc: ['musl'] }),
    ...(isGlibc && { libc: ['glibc'] }),
    ...(os && { os: [os] }),
  }
}

/** The entries that `packages` of a lockfile lacks, keyed like it. */
function missingOptionals(packages) {
  const missing = {}
  for (const [owner, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isInstalled(packages, owner, name) || !/^\d/.test(version)) continue
      const top = `node_modules/${name}`
      const isTaken = top in missing && missing[top].version !== version
      missing[isTaken ? `${owner}/${top}` : top] = {
        version,
        ...sorted({ ...platformOf(name), ...(entry.dev && { dev: true }), optional: true }),
      }
    }
  }
  return missing
}

/** In npm's own order, so that the next `npm install` changes nothing. */
function sorted(record) {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b, 'en')))
}

function isInstalled(packages, owner, name) {
  for (let from = owner; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    if (`${from ? `${from}/` : ''}node_modules/${name}` in packages) return true
    if (from === '') return false
  }
}

function main(args) {
  let isComplete = true
  for (const file of args.filter((arg) => !arg.startsWith('--'))) {
    const lock = JSON.parse(readFileSync(file, 'utf8'))
    const missing = missingOptionals(lock.packages)
    const count = Object.keys(missing).length
    if (count === 0) continue
    isComplete = false
    console.log(`${file}: ${count} optional packages without an entry`)
    if (args.includes('--check')) continue
    lock.packages = sorted({ ...lock.packages, ...missing })
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  }
  if (!isComplete && args.includes('--check')) {
    console.error('Run: node scripts/complete-lockfile.mjs <those files>')
    process.exitCode = 1
  }
}

main(process.argv.slice(2))
