/** The least that can answer: `node:http` sending one buffer. Takes the length in bytes; prints its port. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const body = Buffer.alloc(Number(process.argv[2]), 'x')
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
