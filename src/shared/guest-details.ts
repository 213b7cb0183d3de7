/** Guest details, which guests tell about themselves: one list of fields for the forms, the row, the views, the tables, the export and the purge. */

/** The details that must be told before a stay (R8.3). */
export const REQUIRED_DETAILS = [
  'phone',
  'address',
  'emergencyContactName',
  'emergencyContactPhone',
  'foodAllergies',
  'medicalConditions',
] as const

/** The guest details that are text, besides name and e-mail address, in the form's order. */
export const GUEST_DETAILS = ['nickname', ...REQUIRED_DETAILS, 'otherInformation'] as const
export type GuestDetail = (typeof GUEST_DETAILS)[number]

/** The text that each takes: a line, several lines, or a number to call. */
export const DETAIL_KINDS: Record<GuestDetail, 'line' | 'lines' | 'phone'> = {
  nickname: 'line',
  phone: 'phone',
  address: 'lines',
  emergencyContactName: 'line',
  emergencyContactPhone: 'phone',
  foodAllergies: 'lines',
  medicalConditions: 'lines',
  otherInformation: 'lines',
}

/** The details of a guest by which somebody is reached. */
export const CONTACT_FIELDS = ['phone', 'emergencyContactName', 'emergencyContactPhone'] as const
export type GuestContact = Record<(typeof CONTACT_FIELDS)[number], string | null>

/** Everything about a person that they have told themselves. */
export const GUEST_FIELDS = ['customerName', 'email', ...GUEST_DETAILS] as const
export type GuestField = (typeof GUEST_FIELDS)[number]

/** Everything about a person that a row holds sealed: with an admin's notes. */
export const SEALED_FIELDS = [...GUEST_FIELDS, 'notes'] as const

/** The label of each where it is shown, and over its column. The guest's own forms ask in words of theirs. */
export const GUEST_FIELD_LABELS: Record<GuestField, string> = {
  customerName: 'Full name',
  email: 'Email',
  nickname: 'Nickname',
  phone: 'Phone',
  address: 'Address',
  emergencyContactName: 'Emergency contact',
  emergencyContactPhone: 'Emergency phone',
  foodAllergies: 'Food allergies',
  medicalConditions: 'Medical conditions',
  otherInformation: 'Other information',
}

/** The same value for each of the fields named. */
export const eachField = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>

/** Of a row or a form, the fields named. */
export const pickFields = <Name extends string, From extends Record<Name, unknown>>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> => eachField(names, (name) => from[name]) as Pick<From, Name>

/** The fields that decide about `additionalInformationProvided`. */
export const FINAL_DETAILS = [...REQUIRED_DETAILS, 'safetyConsent'] as const

/** All required details and the safety consent are there (R8.3). Sealed values do as well as opened ones. */
export const additionalInformationProvided = (
  details: Record<(typeof REQUIRED_DETAILS)[number], string | null> & { safetyConsent: boolean },
): boolean => details.safetyConsent && REQUIRED_DETAILS.every((name) => Boolean(details[name]))
