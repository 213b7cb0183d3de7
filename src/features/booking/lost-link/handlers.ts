/** Answers the call of guests who have lost their private link. */
import { bind, fail } from '#platform/http/bind.ts'
import type { BookingDeps } from '../deps.ts'
import { lostLink } from './contract.ts'
import { promiseLinks } from './send.ts'

const ANSWER = { message: 'If we know that address, a mail is on its way.' }

export const lostLinkHandler = (deps: BookingDeps) =>
  bind(lostLink, async ({ body: { email } }, { withinLimit }) => {
    // By its keyed hash: the limiter's memory holds no addresses.
    if (!withinLimit(deps.sealer.lookup(email))) return fail('rate_limited')
    await promiseLinks(deps, email)
    return ANSWER
  })
