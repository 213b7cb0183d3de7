/** An admin's calls about a line: one at a time, each said when it is done, and why not when it is not. */
import { useState } from 'react'
import type { Failed } from '#shared/client.ts'

export interface LineHost {
  say: (words: string) => void
  /** Reads the page's data again. */
  onChanged: () => void
}

export function useLine({ say, onChanged }: LineHost) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const act = async (work: () => Promise<{ ok: true } | Failed>, done: string) => {
    if (busy) return null
    setBusy(true)
    const result = await work()
    setBusy(false)
    const message = result.ok ? null : result.message
    setRefused(message)
    if (result.ok) say(done)
    // The refusal is about something that the page does not show yet.
    onChanged()
    return message
  }
  return { busy, refused, act }
}
