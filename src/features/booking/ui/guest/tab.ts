/** The storage that the browser gives this tab. */
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
