/** The columns of the tables that programs read (R11.10): the API's names and values, sums in cents. Pure. */
import { GUEST_DETAILS, type GuestDetail } from '#shared/guest-details.ts'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import type { WaitlistEntry } from '#features/waitlist/contract/entries.ts'
import { chosenOf, type Column, type CsvGuest, payerOf } from './csv-columns.ts'

/** The fields of a reservation that hold one value. The uuid is the guest's secret, and stays out. */
const GUEST_NAMES = [
  'id',
  'status',
  'holdExpiresAt',
  'customerName',
  'nickname',
  'email',
  'phone',
  'address',
  'emergencyContactName',
  'emergencyContactPhone',
  'foodAllergies',
  'medicalConditions',
  'otherInformation',
  'safetyConsent',
  'photoConsent',
  'additionalInformationProvided',
  'totalDue',
  'totalPaid',
  'fullyPaid',
  'eventName',
  'notes',
] as const satisfies (keyof AdminReservation)[]

/** Later columns stand after all others, so that programs find the ones that they know where they were. */
const LATER_FIELDS: Column<CsvGuest>[] = [
  { heading: 'arrivalDay', value: ({ arrival }) => arrival?.told?.day },
  { heading: 'arrivalTime', value: ({ arrival }) => arrival?.told?.time },
  { heading: 'arrivalBy', value: ({ arrival }) => arrival?.told?.by },
  { heading: 'leftPavementAt', value: ({ arrival }) => arrival?.leftPavementAt },
  { heading: 'hereAt', value: ({ arrival }) => arrival?.hereAt },
  { heading: 'room', value: ({ room }) => room },
  { heading: 'lodging', value: (guest) => chosenOf(guest, 'lodging') },
  { heading: 'extras', value: (guest) => chosenOf(guest, 'extra') },
  { heading: 'paidBy', value: (guest) => payerOf(guest)?.id },
  { heading: 'ownPrice', value: ({ ownPrice }) => ownPrice },
  { heading: 'discount', value: ({ discount }) => discount?.amount ?? 0 },
  { heading: 'code', value: ({ discount }) => discount?.code },
]

const WAITLIST_NAMES = [
  'id',
  'customerName',
  'email',
  'state',
  'position',
  'createdAt',
  'confirmedAt',
  'offerUntil',
  'size',
] as const satisfies (keyof WaitlistEntry)[]

const asFields = <Field extends string, Row extends Record<Field, unknown>>(
  names: readonly Field[],
): Column<Row>[] => names.map((name) => ({ heading: name, value: (row) => row[name] }))

/** Details that guests are asked for since the columns got their places. */
const LATER_DETAILS = GUEST_DETAILS.filter((name) => !GUEST_NAMES.some((known) => known === name))

export const GUEST_FIELDS: Column<CsvGuest>[] = [
  ...asFields<(typeof GUEST_NAMES)[number], CsvGuest>(GUEST_NAMES),
  ...LATER_FIELDS,
  ...asFields<GuestDetail, CsvGuest>(LATER_DETAILS),
]

export const WAITLIST_FIELDS: Column<WaitlistEntry>[] = asFields(WAITLIST_NAMES)
