/** The least that can reply: `node:http` with a fixed head and a body of a fixed length. Takes `{ status, headers, bytes }` as JSON. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const { status, headers, bytes } = JSON.parse(process.argv[2] ?? '') as {
  status: number
  headers: Record<string, string>
  bytes: number
}
const body = Buffer.alloc(bytes, 'x')
const server = createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(status, headers).end(body))
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
