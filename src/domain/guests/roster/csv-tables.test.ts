import { expect, test, vi } from 'vitest'
import { GUEST_FIELDS } from './csv.ts'

vi.mock('#shared/guest-details.ts', async (importOriginal) => {
  const details = await importOriginal<typeof import('#shared/guest-details.ts')>()
  return { ...details, GUEST_DETAILS: details.GUEST_DETAILS.toSpliced(1, 0, 'bootSize' as never) }
})

const KNOWN = `
  id status holdExpiresAt customerName nickname email phone address emergencyContactName emergencyContactPhone foodAllergies
  medicalConditions otherInformation safetyConsent photoConsent additionalInformationProvided totalDue totalPaid fullyPaid eventName
  notes arrivalDay arrivalTime arrivalBy leftPavementAt hereAt room lodging extras paidBy ownPrice discount code`

test('puts the column of a new guest detail last, because programs find columns by position (R11.10)', () => {
  const columns = GUEST_FIELDS.map(({ heading }) => heading)
  const known = KNOWN.trim().split(/\s+/)
  expect(columns.slice(0, known.length)).toEqual(known)
  expect(columns.slice(known.length)).toContain('bootSize')
})
