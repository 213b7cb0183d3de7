/** What the mails of a reservation are shown with: what each button sends, and whether a mail went out. Pure. */
import type { Failed } from '#shared/client.ts'
import { formatDay, formatTime, ranchDay } from '#shared/days.ts'
import type { NamedInvoice } from '#shared/invoice-label.ts'
import type { AdminType, EmailProgress } from '#features/emails/contract.ts'

/** The fields of a reservation that its e-mails need. */
export interface EmailReservation {
  id: number
  status: string
  /** Empty: there is none. */
  email: string
  sentEmails: readonly ListedEmail[]
  /** As the admin sees them. */
  invoices: readonly (NamedInvoice & { id: number; amount: number; paid: boolean; due: string | null })[]
}

export interface ListedEmail {
  id: number
  emailType: string
  /** Empty until it was written. */
  subject: string
  sentAt: string | null
  status: 'queued' | 'sent' | 'failed'
  /** Why the last try failed; null for what was sent or not tried yet. */
  failure: string | null
}

interface SendButton {
  type: Exclude<AdminType, 'invoice-remind'>
  /** The purpose of the type, beside its button. */
  does: string
  /** The warning before it is sent by hand. */
  warning: string | null
}

/** The mails about the stay as a whole; a payment reminder belongs to its invoice. */
export const SEND_BUTTONS: readonly SendButton[] = [
  { type: 'welcome-info', does: 'Travel information.', warning: null },
  { type: 'info-remind', does: 'Asks for the final details.', warning: null },
  {
    type: 'signup-success-simple',
    does: 'Confirms the spot, with the private link.',
    warning: 'This email is normally sent automatically, when somebody is signed up.',
  },
]

/** Whether it went out, and when. */
export function stateLabel({ status, sentAt }: Pick<ListedEmail, 'status' | 'sentAt'>): string {
  if (status === 'failed') return 'Not sent.'
  if (status === 'queued' || sentAt === null) return 'On its way.'
  const at = new Date(sentAt)
  return `Sent ${formatDay(ranchDay(at))}, ${formatTime(at)}.`
}

/** `"12 of 40 sent, 2 failed."` */
export function progressLabel({ sent, queued, dropped, failed }: EmailProgress): string {
  const all = sent + queued + failed.length
  const more = [
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    ...(dropped > 0 ? [`${dropped} no longer needed`] : []),
  ]
  return `${[`${sent} of ${all} sent`, ...more].join(', ')}.`
}

/** Whether trying again would be refused again: there is no reason to send the e-mail, or nobody to send it to. */
export const isForGood = ({ status }: Pick<Failed, 'status'>): boolean =>
  status === 404 || status === 409 || status === 410
