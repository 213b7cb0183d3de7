/** The labels of e-mail types, for admins. */

/** Labels of the types of e-mails about a reservation. */
const LABELS = {
  'invoice-success': 'Payment received',
  'signup-success-simple': 'Sign-up confirmation',
  'welcome-info': 'Welcome',
  'info-remind': 'Info reminder',
  'invoice-remind': 'Payment reminder',
  'late-refund': 'Paid too late',
  'late-refund-admin': 'Paid too late (to us)',
  cancellation: 'Cancellation',
  refund: 'Refund',
  'waitlist-offer': 'Waitlist offer',
  'lost-link': 'Private links',
  'new-link': 'New private link',
  'deletion-receipt': 'Data deleted',
  'dates-moved': 'New dates',
  'arrival-overdue': 'Guest overdue (to us)',
  'arrival-overdue-host': 'Guest overdue (to the host)',
  'stay-moved': 'Moved to another retreat',
  'stay-reinstated': 'Cancellation undone',
  'choices-changed': 'Choices changed',
  'companion-invited': 'Signed up by the payer',
  'confirm-spots': 'Confirm a free sign-up',
  'companion-cancelled': 'Companion canceled (to the payer)',
  'pays-now': 'Now pays for the party',
  'card-charge-soon': 'Saved card: charged soon',
  'card-declined': 'Saved card: declined',
  'card-charge-failed-admin': 'Saved card not charged (to us)',
  message: 'Message',
} as const

/** The types for API replies. Importing the schema's own list would bring the database library into the browser. */
export const RESERVATION_EMAIL_TYPES = Object.keys(LABELS) as (keyof typeof LABELS)[]

export const EMAIL_TYPE_LABELS: Record<string, string> = {
  ...LABELS,
  'waitlist-confirm': 'Waitlist confirmation',
  news: 'Notifications (to us)',
  'staff-invitation': 'Invitation (to staff)',
}

export const emailLabel = (type: string): string => EMAIL_TYPE_LABELS[type] ?? type
