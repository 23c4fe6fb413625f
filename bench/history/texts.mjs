import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const typescript = dirname(fileURLToPath(import.meta.resolve('typescript/package.json')))

/** Kinds of text that stand in conversations, each as pieces of about 2,000 characters, from files that every install has. */
export function readTexts() {
  const below = (folder, pattern) =>
    readdirSync(`${root}${folder}`, { recursive: true })
      .filter((name) => pattern.test(name))
      .toSorted()
      .map((name) => readFileSync(`${root}${folder}/${name}`, 'utf8'))
  const locale = (name) =>
    Object.values(JSON.parse(readFileSync(`${typescript}/lib/${name}/diagnosticMessages.generated.json`, 'utf8')))
      .map(String)
      .join('\n')
  const lockfile = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))
  return {
    english: pieces(below('docs', /\.md$/).join('\n')),
    code: pieces(below('src/schema', /\.ts$/).join('\n')),
    json: pieces(JSON.stringify(lockfile)),
    numbers: pieces(JSON.stringify(Array.from({ length: 6000 }, (_, index) => ({ x: index * 37, y: index / 7 })))),
    german: pieces(locale('de')),
    russian: pieces(locale('ru')),
    chinese: pieces(locale('zh-cn')),
    japanese: pieces(locale('ja')),
    korean: pieces(locale('ko')),
  }
}

function pieces(text, size = 2000, most = 60) {
  const step = Math.max(size, Math.floor(text.length / most))
  return Array.from({ length: Math.min(most, Math.floor(text.length / size)) }, (_, index) =>
    text.slice(index * step, index * step + size),
  )
}
