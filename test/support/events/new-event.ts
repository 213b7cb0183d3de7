import type { EventInputSent } from '#domain/events/contract/fields.ts'

/** The API's input for a new event, with only the required fields. */
export const NEW_EVENT: EventInputSent = {
  name: 'Rope and Rain',
  urlName: 'rope-and-rain',
  hostCell: '505-555-0177',
  cost: 52_000,
  startDate: 'Friday noon',
  startDateDate: '2027-08-06',
  endDate: 'Sunday noon',
  endDateDate: '2027-08-08',
  spots: 9,
}
