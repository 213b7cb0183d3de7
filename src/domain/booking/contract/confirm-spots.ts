/** Endpoints for the e-mailed link by which a guest confirms held spots that cost nothing (R46.2). */
import { z } from 'zod'
import { eventSummary } from '#domain/events/contract/events.ts'
import { EVENT_CANCELLED, EVENT_STARTED } from '#domain/events/contract/failures.ts'
import { endpoint } from '#shared/endpoint.ts'
import { instantText } from '#shared/fields.ts'
import { OF_RESERVATION } from './reservation.ts'

/** Token of the link in the confirmation e-mail. Only the owner of the mailbox has this token. */
const link = z.object({ token: z.string().max(300) })

const OF_LINK = {
  ...OF_RESERVATION,
  not_found: [
    404,
    'This link does not work. If you corrected your email address, use the link in our latest email.',
  ],
} as const

const heldSpots = z.object({
  /**
   * `to_pay` means that the guest sent the sign-up form again, with options that must be paid now. `over` means that
   * the spots are no longer held.
   */
  state: z.enum(['held', 'confirmed', 'to_pay', 'over']),
  /** Token of the guest's private link. Null until the spots are confirmed. */
  stay: z.uuid().nullable(),
  heldUntil: instantText().nullable(),
  /** Names of the companions, as the payer typed them. */
  companions: z.array(z.string()),
  /** True if confirming takes over the spot of another guest, whose stay then ends. */
  takesOver: z.boolean(),
  event: eventSummary.pick({
    name: true,
    urlName: true,
    startDateDate: true,
    endDateDate: true,
    mainImage: true,
    private: true,
    hasHappened: true,
    cancelled: true,
  }),
})
export type HeldSpots = z.output<typeof heldSpots>

export const getHeldSpots = endpoint({
  name: 'booking.getHeldSpots',
  route: 'GET heldSpots',
  summary:
    'Returns the held spots of a free sign-up, with the event and the deadline, by the confirmation link that was e-mailed to the guest. Confirms nothing',
  access: 'link',
  query: link,
  reply: heldSpots,
  failures: OF_LINK,
})

export const confirmSpots = endpoint({
  name: 'booking.confirmSpots',
  route: 'POST heldSpots/confirm',
  summary:
    'Confirms the held spots of a free sign-up by the confirmation link that was e-mailed to the guest. Also e-mails the companions. If the sign-up takes over another guest’s spot, ends that guest’s stay. Fails if the hold has expired or something must be paid. Calling it again changes nothing',
  access: 'link',
  body: link,
  reply: heldSpots,
  failures: {
    ...OF_LINK,
    event_cancelled: EVENT_CANCELLED,
    event_started: EVENT_STARTED,
    hold_over:
      'We held your spots for a while, then had to let them go. Nothing was charged. You can sign up again on the retreat’s page.',
    payment_missing:
      'There is something to pay for these spots now. Please go back to the sign-up form and pay there.',
  },
})
