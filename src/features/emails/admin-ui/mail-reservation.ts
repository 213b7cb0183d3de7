/** The fields of a reservation that its e-mails need. */
import type { NamedInvoice } from '#shared/invoice-label.ts'
export interface MailReservation {
  id: number
  status: string
  sentEmails: readonly ListedMail[]
  /** As the admin sees them. */
  invoices: readonly (NamedInvoice & { id: number; amount: number; paid: boolean; due: string | null })[]
}

export interface ListedMail {
  id: number
  emailType: string
  /** Empty until it was written. */
  subject: string
  sentAt: string | null
  status: 'queued' | 'sent' | 'failed'
  /** Why the last try failed; null for what was sent or not tried yet. */
  failure: string | null
}
