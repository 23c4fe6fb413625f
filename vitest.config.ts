import { defineConfig } from 'vitest/config'

// What every change has to pass: `npm test`. vitest.all.config.ts is the same with everything that takes longer.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 120_000,
    // The tests are CPU-bound: one worker a core, no more.
    maxWorkers: 2,
    // Test files share the modules of their worker. Loading them anew for each file took longer than the tests.
    isolate: false,
    reporters: ['default', './test/rows-ran.ts'],
  },
})
