/** The mail that asks to confirm a place in line. */
import { absoluteLink, placePath } from '#shared/links.ts'
import { UNCONFIRMED_DAYS } from '#features/events/line/rules.ts'
import type { Venue, WaitlistConfirmContent } from '../content.ts'
import type { MailFacts } from '../facts/store.ts'
import { greetingName } from '../rules.ts'
import { type Guest, mailEvent } from './common.ts'

interface Joined {
  token: string
  guest: Guest
  event: MailFacts['event']
  publicUrl: string
  venue: Venue
}

export function waitlistConfirm({ token, guest, event, publicUrl, venue }: Joined): WaitlistConfirmContent {
  return {
    type: 'waitlist-confirm',
    venue,
    guest: greetingName(guest),
    event: mailEvent({ event }),
    days: UNCONFIRMED_DAYS,
    links: { confirm: absoluteLink(publicUrl, placePath(token)) },
  }
}
