import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const program = 'bin/snackdrop'

/** Names the data of a demo shop with its admin, made once a run and copied for each shop that is wanted so. */
export const TEMPLATE = 'SNACKDROP_E2E_TEMPLATE'

export type Credentials = { email: string; password: string }

export type ShopOptions = {
  /** More flags for `serve`. */
  flags?: string[]
  /** Without it the shop starts without products. */
  demo?: boolean
  /** The demo's drops, one of which opens in minutes. Without them its lists stay as they are. */
  drops?: boolean
  /** Without it the shop waits for whoever opens its setup link. */
  admin?: boolean
}

/** One running shop, with its data in a temporary folder and on a free port. */
export class Shop {
  readonly admin: Credentials = { email: 'owner@snackdrop.test', password: 'a long enough password' }

  readonly data: string
  readonly url: string
  /** What a start prints: the address that makes the first admin, or that of the back office once there is one. */
  readonly setupLink: string
  readonly #server: ChildProcess

  private constructor(data: string, url: string, setupLink: string, server: ChildProcess) {
    this.data = data
    this.url = url
    this.setupLink = setupLink
    this.#server = server
  }

  static async open({
    flags = [],
    demo = true,
    drops = false,
    admin = true,
  }: ShopOptions = {}): Promise<Shop> {
    const data = mkdtempSync(join(tmpdir(), 'snackdrop-e2e-'))
    const args = ['serve', '--addr', '127.0.0.1:0', '--data', data, '--trust-proxy', ...flags]
    if (demo) args.push('--demo', `--demo-drops=${drops}`)
    const template = demo && admin && process.env[TEMPLATE]
    if (template) cpSync(template, data, { recursive: true })
    const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const said: string[] = []
    createInterface({ input: server.stderr }).on('line', (line) => said.push(line))
    const [url, setupLink] = await new Promise<[string, string]>((resolve, reject) => {
      createInterface({ input: server.stdout }).on('line', (line) => {
        said.push(line)
        const link = line.match(/(http:\S+)\/(?:setup\?token=\S+|admin$)/)
        if (link?.[1]) resolve([link[1], link[0]])
      })
      server.once('error', reject)
      server.once('exit', (code) => reject(new Error(`the shop ended with ${code}:\n${said.join('\n')}`)))
    })
    const shop = new Shop(data, url, setupLink, server)
    if (admin && !template)
      shop.run(
        ['admin', 'create', '--email', shop.admin.email, '--password-stdin'],
        `${shop.admin.password}\n`,
      )
    return shop
  }

  /** Runs another command of the program on this shop's data. */
  run(args: string[], input = ''): string {
    return execFileSync(program, [...args, '--data', this.data], { input, encoding: 'utf8' })
  }

  /** Ends the program and leaves the data. */
  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#server.once('exit', resolve))
    if (this.#server.exitCode === null && this.#server.kill('SIGTERM')) await ended
  }

  async close(): Promise<void> {
    await this.stop()
    rmSync(this.data, { recursive: true, force: true })
  }
}
