/** An empty database of its own on a server; gives its address. */
import { Client } from 'pg'

export async function makeDatabase(server: string, name: string): Promise<string> {
  const client = new Client(server)
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
