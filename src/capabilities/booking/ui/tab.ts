/** What the browser gives this tab: its storage, and randomness. */
import type { DraftStorage } from './draft.ts'

const NOWHERE: DraftStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

/** The tab's session storage; where it is forbidden, one that forgets. */
export function tabStorage(): DraftStorage {
  try {
    return window.sessionStorage
  } catch {
    return NOWHERE
  }
}

/** 128 random bits as text; unlike `randomUUID` also where the page came over plain http. */
export function newAttempt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
