/** The names of the types of e-mails. Pure. */
import { formatDay, formatTime, ranchDay } from '#shared/days.ts'
import type { DeskType } from '../desk/contract.ts'
import type { ListedMail } from './mail-reservation.ts'

const TYPE_WORDS: Record<string, string> = {
  'invoice-success': 'Sign-up or payment in full',
  'signup-success-simple': 'Sign-up confirmation',
  'welcome-info': 'Welcome',
  'info-remind': 'Info reminder',
  'invoice-remind': 'Payment reminder',
  'late-refund': 'Paid too late',
  'late-refund-admin': 'Paid too late (to us)',
  cancellation: 'Cancellation',
  refund: 'Money back',
  'deletion-receipt': 'Data deleted',
  'waitlist-offer': 'Offer of a spot',
  'waitlist-confirm': 'A place in line, to confirm',
  'lost-link': 'Private links, asked for',
  'dates-moved': 'Other dates',
}

export const typeWords = (type: string) => TYPE_WORDS[type] ?? type

export interface DeskButton {
  type: Exclude<DeskType, 'invoice-remind'>
  /** What it is for, beside its button. */
  does: string
  /** Before it is sent by hand. */
  warning: string | null
}

/** The mails about the stay as a whole; a payment reminder belongs to its invoice. */
export const DESK_BUTTONS: readonly DeskButton[] = [
  { type: 'welcome-info', does: 'All for the journey.', warning: null },
  { type: 'info-remind', does: 'Asks for the final details.', warning: null },
  {
    type: 'signup-success-simple',
    does: 'Says that the spot is theirs, with the private link.',
    warning: 'This mail is normally sent automatically, when somebody is signed up.',
  },
]

/** Whether it went out, and when. */
export function stateWords({ status, sentAt }: Pick<ListedMail, 'status' | 'sentAt'>): string {
  if (status === 'failed') return 'Not sent.'
  if (status === 'queued' || sentAt === null) return 'On its way.'
  const at = new Date(sentAt)
  return `Sent ${formatDay(ranchDay(at))}, ${formatTime(at)}.`
}
