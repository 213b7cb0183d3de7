/** The mail that says what is deleted. */
import type { DeletionContent } from '../content.ts'
import { type Composing, toGuest } from './common.ts'

export function deletion(mail: Composing): DeletionContent {
  const { facts, today } = mail
  return {
    type: 'deletion-receipt',
    ...toGuest(mail),
    // Before the retreat's end only the guest can have asked for it.
    why: today > facts.event.endDateDate ? 'over' : 'asked',
    keepsMoney: facts.payments.length > 0,
  }
}
