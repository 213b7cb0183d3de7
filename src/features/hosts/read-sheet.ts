/** Makes the sheet of an event: opens what was sealed, sorts it for the kitchen. */
import { openRecord } from '#platform/sealing.ts'
import type { Services } from '#platform/services.ts'
import { daysBetween } from '#shared/days.ts'
import { pickFields } from '#shared/guest-details.ts'
import type { EventRow } from '#features/events/index.ts'
import { CONTACT_FIELDS, type KitchenSheet } from './contract.ts'
import { byWords, groupNeeds, shortNames } from './rules.ts'
import { listConfirmedGuests } from './store.ts'

/** Medical conditions are not even opened unless they are wanted. */
export async function readSheet(
  { db, sealer }: Pick<Services, 'db' | 'sealer'>,
  event: EventRow,
  { withMedical }: { withMedical: boolean },
): Promise<KitchenSheet> {
  const rows = await listConfirmedGuests(db, event.id)
  const named = rows.flatMap(({ uuid, medicalConditions, ...sealed }) => {
    const medical = withMedical ? medicalConditions : null
    const row = { table: 'reservations', row: uuid }
    const guest = openRecord(sealer, row, { ...sealed, medicalConditions: medical })
    // A guest whose details were deleted has no name any more.
    return guest.customerName === null ? [] : [{ ...guest, customerName: guest.customerName }]
  })
  const guests = named.toSorted((one, other) => byWords(one.customerName, other.customerName))
  const names = shortNames(guests)
  const told = (field: 'foodAllergies' | 'medicalConditions') =>
    groupNeeds(guests.map((guest, index) => ({ guest: names[index] ?? '', text: guest[field] })))
  return {
    event: {
      name: event.name,
      host: event.host,
      startDate: event.startDate,
      startDateDate: event.startDateDate,
      endDate: event.endDate,
      endDateDate: event.endDateDate,
      nights: daysBetween(event.startDateDate, event.endDateDate),
      cancelled: event.cancelledAt !== null,
    },
    coming: rows.length,
    nameless: rows.length - named.length,
    allergies: told('foodAllergies'),
    contacts: guests.map((guest, index) => ({
      name: guest.customerName,
      shortName: names[index] ?? '',
      ...pickFields(guest, CONTACT_FIELDS),
    })),
    medical: withMedical ? told('medicalConditions') : null,
  }
}
