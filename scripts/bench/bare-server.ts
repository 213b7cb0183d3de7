/**
 * The smallest possible server: `node:http` with one fixed response. It gets the response as JSON, `{ status,
 * headers, body }` with `body` in base64.
 */
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

const reply = JSON.parse(process.argv[2] ?? '') as {
  status: number
  headers: OutgoingHttpHeaders
  body: string
}
const body = Buffer.from(reply.body, 'base64')
const server = createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(reply.status, reply.headers).end(body))
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
