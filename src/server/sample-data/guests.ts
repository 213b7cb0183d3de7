/**
 * Sample people. Their names are from two lists, their addresses cannot exist, and their phone numbers are
 * reserved for fiction.
 */
import type { SEALED_FIELDS } from '#shared/guest-details.ts'

const FIRST =
  'Ada Ben Carla Dev Elena Felix Gwen Hugo Iris Jonah Kira Leo Mina Noel Opal Priya Quinn Rosa Seth Tess Umar Vera Wes Yolanda'.split(
    ' ',
  )
const LAST =
  'Abbott Baca Chen Delgado Ellis Fontaine Garcia Hale Ivers Jaramillo Kline Lujan Mora Nolan Okafor Pruitt Quintana Rhodes Salazar Tafoya Ueda Vance Whitlock'.split(
    ' ',
  )
const STREETS = ['Sample Street', 'Example Avenue', 'Placeholder Lane']
const TOWNS = ['Albuquerque, NM 87101', 'Denver, CO 80201', 'Tucson, AZ 85701', 'Austin, TX 78701']
const ALLERGIES = ['None', 'None', 'Peanuts', 'None', 'Shellfish', 'None', 'Gluten, but not severely']
const CONDITIONS = ['None', 'None', 'None', 'Asthma; carries an inhaler', 'None', 'A bad knee']
const REMARKS = [null, null, 'Arriving after dark.', null, 'Would like a room near a friend.']
const NOTES = [null, null, null, 'Called to ask about the road.', null, null, 'Came last year.']

/**
 * Returns the details of a sample guest. The lists of first and last names have 24 and 23 names, so the first
 * 552 guests have different names.
 */
export function sampleGuest(index: number) {
  const [first, last] = [pick(FIRST, index), pick(LAST, index * 7)]
  return {
    customerName: `${first} ${last}`,
    email: `${first}.${last}@example.test`.toLowerCase(),
    nickname: index % 9 === 0 ? first.slice(0, 3) : null,
    phone: phone(index),
    address: `${100 + index} ${pick(STREETS, index)}\n${pick(TOWNS, index)}`,
    emergencyContactName: `${pick(FIRST, index + 11)} ${last}`,
    emergencyContactPhone: phone(index + 50),
    foodAllergies: pick(ALLERGIES, index),
    medicalConditions: pick(CONDITIONS, index),
    otherInformation: pick(REMARKS, index),
    notes: pick(NOTES, index),
  } satisfies Record<(typeof SEALED_FIELDS)[number], string | null>
}

export type SampleGuest = ReturnType<typeof sampleGuest>

/** Returns a phone number from 555-0100 to 555-0199. These numbers belong to nobody. */
const phone = (index: number): string => `505-555-01${String(index % 100).padStart(2, '0')}`

const pick = <Item>(list: readonly Item[], index: number): Item => list[index % list.length] as Item
