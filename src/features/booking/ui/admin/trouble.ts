/** Refusals of an admin's change in words, with the next step. Pure. */
import type { Failed } from '#shared/client.ts'

export interface Trouble {
  message: string
  /** The page is outdated and to be read again. */
  outdated: boolean
}

/** The next step, said after the refusal's own words. */
const NEXT: Record<string, string> = {
  stale: 'The page shows it now, and what you typed is still here. Check it, then press again.',
  payment_arrived: 'The page shows it now.',
  changed_meanwhile: 'The page shows how it stands now.',
  paid_by_card: '“Give back” does that.',
  not_paid: 'The page shows how it stands now.',
  not_found: 'The page shows what is there now.',
  not_cancellable: 'The page shows how it stands now.',
  not_owed: 'The page shows what is there now.',
  unauthenticated: 'Sign in in another tab, then press again: what you typed stays here.',
}

export function troubleOf({ code, message, status }: Failed): Trouble {
  const next = NEXT[code]
  return { message: next ? `${message} ${next}` : message, outdated: status === 404 || status === 409 }
}
