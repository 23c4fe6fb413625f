import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 120_000,
    // Laws and corpora are CPU-bound: one worker a core, no more.
    maxWorkers: 2,
  },
})
