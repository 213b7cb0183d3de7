import { checkDogName } from '#features/access/contract.ts'
import type { Call } from '#shared/client.ts'

/** Why the gate stays shut, and what was typed. */
export interface Refused {
  words: string
  /** Not an answer to the question: the words stand below the form. */
  trouble: boolean
  typed: string
  status: number
}

/** Asks the site about the dog, as the browser or in the page's action; null: the gate is open. */
export async function askTheDog(call: Call, typed: string): Promise<Refused | null> {
  const answer = await call(checkDogName, { query: { dogName: typed } })
  if (answer.ok) {
    const words = typed.trim() === '' ? 'It does have a name.' : 'No dog came running. Try another name.'
    return answer.data ? null : { words, trouble: false, typed, status: 403 }
  }
  const { status, code, message, retryAfterSeconds } = answer
  const words = code === 'rate_limited' ? tooMany(retryAfterSeconds) : message
  return { words, trouble: true, typed, status: status || 503 }
}

function tooMany(seconds = 60): string {
  const when = seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return `That is a lot of dogs. Sit down, and try again in ${when}.`
}
