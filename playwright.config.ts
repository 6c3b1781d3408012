import { execFileSync } from 'node:child_process'
import { defineConfig } from '@playwright/test'

const chromium =
  process.env.CHROMIUM || execFileSync('scripts/find-chromium', { encoding: 'utf8' }).trim().split('\n')[0]

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/kit/build.ts',
  fullyParallel: true,
  // Browsers wait much of the time, so three workers keep two cores busy.
  workers: 3,
  // A browser on a busy machine can be slow once; a fault is there every time. Retried tests are reported as flaky.
  retries: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    launchOptions: {
      executablePath: chromium,
      args: [
        // Nothing leaves the machine. (A route that aborts would turn off the browser's cache, and cost half the run.)
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
        // Pages live for seconds: optimizing their code takes longer than it saves.
        '--js-flags=--no-maglev --no-turbofan',
        // Chromium's sandbox does not work for root, which is who runs in a container.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    // Without animations no test has to wait until one has ended.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test costs a third of the run; ask for one with --trace on.
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // Tests marked @wide do not depend on the screen's width: they run once, in the project desktop.
      grepInvert: /@wide/,
      testIgnore: ['kit.spec.ts', 'payments.spec.ts'],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
