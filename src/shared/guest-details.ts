/** The details that a guest gives. Forms, rows, views, tables, the export and the purge share these lists. */

/** Details that a guest must give before a stay (R8.3). */
export const REQUIRED_DETAILS = [
  'phone',
  'address',
  'emergencyContactName',
  'emergencyContactPhone',
  'foodAllergies',
  'medicalConditions',
] as const

/** All details besides name and e-mail address, in the order of the form. */
export const GUEST_DETAILS = ['nickname', ...REQUIRED_DETAILS, 'otherInformation'] as const
export type GuestDetail = (typeof GUEST_DETAILS)[number]

/** The kind of text in each field: one line, several lines, or a phone number. */
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

/** Phone numbers and the emergency contact's name. */
export const CONTACT_FIELDS = ['phone', 'emergencyContactName', 'emergencyContactPhone'] as const
export type GuestContact = Record<(typeof CONTACT_FIELDS)[number], string | null>

/** Everything that guests enter about themselves. */
export const GUEST_FIELDS = ['customerName', 'email', ...GUEST_DETAILS] as const
export type GuestField = (typeof GUEST_FIELDS)[number]

/** All encrypted fields of a row: the guest's own, and an admin's notes. */
export const SEALED_FIELDS = [...GUEST_FIELDS, 'notes'] as const

/** Labels for admins' views and table columns. Guests' forms use friendlier words. */
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

export const eachField = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>

export const pickFields = <Name extends string, From extends Record<Name, unknown>>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> => eachField(names, (name) => from[name]) as Pick<From, Name>

/** The final details: with all of them, `additionalInformationProvided` is true. */
export const FINAL_DETAILS = [...REQUIRED_DETAILS, 'safetyConsent'] as const

/**
 * Returns true if all required details and the safety consent are present (R8.3). Works with encrypted and
 * decrypted values.
 */
export const additionalInformationProvided = (
  details: Record<(typeof REQUIRED_DETAILS)[number], string | null> & { safetyConsent: boolean },
): boolean => details.safetyConsent && REQUIRED_DETAILS.every((name) => Boolean(details[name]))
