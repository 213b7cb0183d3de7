/** The least that can answer: `node:http` sending the same head and a body of the same length. Takes both as JSON; prints its port. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from './load.ts'

const { status, headers, body } = JSON.parse(process.argv[2] ?? '') as Answer
/** Node writes these itself. */
const OWN = new Set(['date', 'connection', 'keep-alive'])
const head = headers.filter(([name]) => !OWN.has(name)).flat()
const bytes = Buffer.alloc(body, 'x')
const server = createServer((_, response) => {
  response.writeHead(status, head)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
