import type { EventInputSent } from '#domain/events/contract/fields.ts'

/**
 * The labels of the event form in page order. The list of missing fields, the conflict dialog and
 * the History page use them too.
 */
export const EVENT_LABELS = {
  name: 'Name',
  urlName: 'Web address',
  host: 'Host',
  hostCell: 'Host cell phone',
  adminEmail: 'Admin email',
  hostEmail: 'Host email',
  startDateDate: 'Start date',
  endDateDate: 'End date',
  startDate: 'Start, in words',
  endDate: 'End, in words',
  cost: 'Cost in dollars',
  costAddendum: 'Cost addendum',
  options: 'Lodging and extras',
  spots: 'Total guests (spots)',
  showWaitlist: 'Show the waitlist when full',
  shortDescription: 'Short description',
  longDescription: 'Long description',
  includes: 'Includes',
  mainImage: 'First image',
  secondImage: 'Second image',
  color: 'Color',
  about: 'About the stay',
  password: 'Password',
  pdfLink: 'PDF link',
} as const satisfies Record<Exclude<keyof EventInputSent, 'status' | 'publishAt'>, string>

export type EventField = keyof typeof EVENT_LABELS
export const EVENT_FIELDS = Object.keys(EVENT_LABELS) as EventField[]
