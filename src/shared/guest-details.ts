/** When a guest's final details are complete: the page, the roster and the mails ask by the same rule. */

/** All required details and the safety consent are there (R8.3). Sealed values do as well as opened ones. */
export function additionalInformationProvided(details: {
  phone: string | null
  address: string | null
  emergencyContactName: string | null
  emergencyContactPhone: string | null
  foodAllergies: string | null
  medicalConditions: string | null
  safetyConsent: boolean
}): boolean {
  return Boolean(
    details.phone &&
    details.address &&
    details.emergencyContactName &&
    details.emergencyContactPhone &&
    details.foodAllergies &&
    details.medicalConditions &&
    details.safetyConsent,
  )
}
