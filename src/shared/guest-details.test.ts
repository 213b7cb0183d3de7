import { describe, expect, test } from 'vitest'
import { additionalInformationProvided } from './guest-details.ts'

describe('the check whether a guest has given all final details', () => {
  const all = {
    phone: '1',
    address: 'a',
    emergencyContactName: 'n',
    emergencyContactPhone: '2',
    foodAllergies: 'None',
    medicalConditions: 'None',
    safetyConsent: true,
  }
  test("counts a guest's details as complete with every required detail and the consent", () => {
    expect(additionalInformationProvided(all)).toBe(true)
  })
  test.each(Object.keys(all))("counts a guest's details as incomplete without %s", (name) => {
    expect(additionalInformationProvided({ ...all, [name]: name === 'safetyConsent' ? false : null })).toBe(
      false,
    )
  })
})
