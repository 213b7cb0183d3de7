/**
 * Removes the lock from every SQL statement that locks an event. Tests use this to show that they fail
 * without the lock.
 */
import { Client } from 'pg'

const LOCKED_EVENT = /^(select .+ from "events" .+) for update$/

/**
 * Removes the lock on the event's row, because no setting of the site turns it off. Returns a function that
 * restores the lock, because other tests run in the same process.
 */
export function removeEventLock(): () => void {
  const send = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown

  function sendUnlocked(this: Client, statement: unknown, ...rest: unknown[]): unknown {
    const { text } = statement as { text?: string }
    const unlocked = text && LOCKED_EVENT.exec(text)?.[1]
    return send.call(this, unlocked ? { ...(statement as object), text: unlocked } : statement, ...rest)
  }
  Client.prototype.query = sendUnlocked as typeof Client.prototype.query
  return () => {
    Client.prototype.query = send as typeof Client.prototype.query
  }
}
