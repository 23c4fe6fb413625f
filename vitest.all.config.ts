import { defineConfig, mergeConfig } from 'vitest/config'
import quick from './vitest.config.ts'

// `npm run test:all`: many runs of every law, whole corpora, and the tests that wait, load a server or install packages.
export default mergeConfig(quick, defineConfig({ test: { env: { TOOLFIT_TESTS: 'all' }, testTimeout: 600_000 } }))
