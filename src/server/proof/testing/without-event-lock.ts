/**
 * Preloaded into a process of the site for the negative control: takes the lock off every statement that locks
 * an event, on its way to the server. Nothing in the site itself can switch it off.
 */
import { Client } from 'pg'

const LOCKED_EVENT = /^(select .+ from "events" .+) for update$/
const send = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown

function sendUnlocked(this: Client, statement: unknown, ...rest: unknown[]): unknown {
  const { text } = statement as { text?: string }
  const unlocked = text && LOCKED_EVENT.exec(text)?.[1]
  return send.call(this, unlocked ? { ...(statement as object), text: unlocked } : statement, ...rest)
}
Client.prototype.query = sendUnlocked as typeof Client.prototype.query
