import { execFileSync } from 'node:child_process'

/** The Chromium that the tests use too. */
export const executablePath =
  process.env.CHROMIUM || execFileSync('scripts/find-chromium', { encoding: 'utf8' }).trim().split('\n')[0]

/** Chromium's sandbox does not work for root, which is who runs in a container. */
export const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : []
