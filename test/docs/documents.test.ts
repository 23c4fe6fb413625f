import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEmulator } from '../../src/emulator/index.ts'
import { readDocuments, updateDocument } from './documents.ts'
import { findExamples, findRegions, replaceRegions } from './regions.ts'
import { renderRegion, splitRequest } from './render-region.ts'
import type { SnippetRun } from './run-snippet.ts'
import { runSnippet } from './run-snippet.ts'

const documents = readDocuments()

// Examples that call Google reach the emulator.
beforeEach(() => {
  const { fetch } = globalThis
  const emulator = createEmulator()
  const isGoogle = (url: string | URL | Request) => String(url).startsWith('https://generativelanguage.googleapis.com/')
  vi.stubEnv('GEMINI_API_KEY', 'any')
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    isGoogle(url) ? emulator(new Request(url, init)) : fetch(url, init),
  )
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe.each(documents.map((document) => [document.path, document] as const))('%s', (path, document) => {
  const examples = findExamples(document.text)
  const requests = findRegions(document.text).map(({ request }) => request)

  test.runIf(examples.size > 0)('has examples that run, and whose comments are true', async () => {
    for (const [name, code] of examples) {
      const { claims } = await runSnippet(code)
      for (const { line, claimed, actual } of claims) expect(actual, `${name}: ${line}`).toEqual(claimed)
    }
  })

  test.runIf(requests.length > 0)('shows what the library really does (UPDATE_DOCS=1 writes it anew)', async () => {
    const runs = await runAll(examples, requests)
    const evaluate = (example: string, expression: string) => {
      const run = runs.get(example)
      if (run === undefined) throw new Error(`${path} has no example "${example}".`)
      return run.values.get(expression)
    }
    const shown = new Map<string, string>()
    for (const request of requests) shown.set(request, await renderRegion(request, evaluate))
    const fresh = replaceRegions(document.text, (request) => shown.get(request)!)
    if (fresh === document.text || updateDocument(document, fresh)) return
    expect(document.text, `${path} is stale: run UPDATE_DOCS=1 npx vitest run test/docs`).toBe(fresh)
  })

  test('has links that lead to files', () => {
    const links = [...document.text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(([, link]) => link!)
    const base = new URL(`../../${path}`, import.meta.url)
    expect(links.filter((link) => !existsSync(new URL(link, base)))).toEqual([])
  })
})

async function runAll(examples: ReadonlyMap<string, string>, requests: readonly string[]) {
  const runs = new Map<string, SnippetRun>()
  for (const [name, code] of examples) {
    const asked = requests
      .filter((request) => /^(value|changes) /.test(request))
      .map((request) => splitRequest(request.slice(request.indexOf(' ') + 1)))
      .filter(([example]) => example === name)
    runs.set(name, await runSnippet(code, [...new Set(asked.map(([, expression]) => expression))]))
  }
  return runs
}
