import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy to the shop that sends one page in two halves. The second half is sent when the test releases it, everything else at
 * once: like a browser that has the scripts in its cache and loads the page over a slow connection.
 */
export async function slowConnection(shop: string, path: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const server = createServer((incoming: IncomingMessage, response: ServerResponse) => {
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    const forwarded = request(shop + incoming.url, { method: incoming.method, headers }, (fromShop) => {
      response.writeHead(fromShop.statusCode ?? 502, fromShop.headers)
      if (incoming.url !== path) return void fromShop.pipe(response)
      const parts: Buffer[] = []
      fromShop.on('data', (part: Buffer) => parts.push(part))
      fromShop.on('end', async () => {
        const page = Buffer.concat(parts)
        // Inside the server-rendered HTML, before its data.
        const half = page.indexOf('<footer')
        response.write(page.subarray(0, half))
        await released
        response.end(page.subarray(half))
      })
    })
    forwarded.on('error', () => response.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
