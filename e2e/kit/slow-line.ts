import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy to the shop that sends one page in two halves. The second half is sent when the test releases it, everything else at
 * once: like a browser that has the scripts in its cache and loads the page over a slow connection.
 */
export async function slowLine(shop: string, path: string) {
  let letCome = () => {}
  const come = new Promise<void>((resolve) => {
    letCome = resolve
  })
  const server = createServer((asked: IncomingMessage, answer: ServerResponse) => {
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    const passed = request(shop + asked.url, { method: asked.method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      if (asked.url !== path) return void response.pipe(answer)
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', async () => {
        const page = Buffer.concat(parts)
        // Inside the server-rendered HTML, before its data.
        const half = page.indexOf('<footer')
        answer.write(page.subarray(0, half))
        await come
        answer.end(page.subarray(half))
      })
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letCome,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
