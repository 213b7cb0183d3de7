/** What the mails of a reservation are shown with: what each button sends, and whether a mail went out. Pure. */
import type { Failed } from '#shared/client.ts'
import { formatInstant } from '#shared/format-days.ts'
import type { AdminType, EmailProgress } from '#features/emails/contract.ts'
import type { AdminReservation } from '#features/booking/contract/admin.ts'

/** The fields of a reservation that its e-mails need. */
export type EmailReservation = Pick<AdminReservation, 'id' | 'status' | 'email' | 'sentEmails' | 'invoices'>

export type ListedEmail = Omit<AdminReservation['sentEmails'][number], 'emailType'> & { emailType: string }

/** The mails about the stay as a whole, each with its purpose and the warning before it is sent; a payment reminder belongs to its invoice. */
export const SEND_BUTTONS = [
  { type: 'welcome-info', does: 'Travel information.', warning: null },
  { type: 'info-remind', does: 'Asks for the final details.', warning: null },
  {
    type: 'signup-success-simple',
    does: 'Confirms the spot, with the private link.',
    warning: 'This email is normally sent automatically, when somebody is signed up.',
  },
] as const satisfies { type: AdminType; does: string; warning: string | null }[]

/** Whether it went out, and when. */
export function stateLabel({ status, sentAt }: Pick<ListedEmail, 'status' | 'sentAt'>): string {
  if (status === 'failed') return 'Not sent.'
  if (status === 'queued' || sentAt === null) return 'On its way.'
  return `Sent ${formatInstant(sentAt)}.`
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
