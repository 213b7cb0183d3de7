import type { Guest } from '#domain/guests/roster/contract.ts'

/**
 * Returns a guest for tests of the roster: confirmed, with all details given and nothing paid. `given`
 * changes some fields.
 */
export function guestOf(given: Partial<Guest> & Pick<Guest, 'id'>): Guest {
  return {
    customerName: `Guest ${given.id}`,
    nickname: null,
    email: `guest-${given.id}@example.test`,
    phone: '505-555-0100',
    foodAllergies: 'None',
    status: 'confirmed',
    waitsForMailbox: false,
    totalDue: 90_000,
    totalPaid: 0,
    fullyPaid: false,
    money: { stillToPay: 90_000, credit: 0, withdrawn: 0, paidUp: false },
    additionalInformationProvided: true,
    notes: null,
    directionsViewedAt: null,
    arrival: null,
    room: null,
    lodging: null,
    party: null,
    purgedAt: null,
    openMoney: 0,
    version: 1,
    ...given,
  }
}
