import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** The newest email to the address, with its text part decoded. */
export async function receivedEmail(data: string, to: string, kind: string): Promise<string> {
  let found = ''
  await expect
    .poll(() => {
      const folder = join(data, 'mail')
      let files: string[] = []
      try {
        files = readdirSync(folder)
          .filter((name) => name.includes(`-${kind}-`))
          .sort()
      } catch {
        return false
      }
      const texts = files.map((name) => readFileSync(join(folder, name), 'utf8'))
      found = texts.filter((text) => text.includes(`To: <${to}>`)).at(-1) ?? ''
      return found !== ''
    })
    .toBe(true)
  return found.replace(/=\r?\n/g, '').replace(/=3D/g, '=')
}

/** The link with a secret token in an email. */
export const linkIn = (text: string) =>
  new URL(text.match(/http:\/\/\S+(?:token|key)=[\w-]+/)?.[0] ?? 'http://none')
