import { expect, test } from 'vitest'
import { isPaymentPage } from './wallets.ts'
import { eventPath, offerPath, reservationPath, takeOverPath } from './links.ts'

test('allows card forms only on event pages and on pages of private links (R43.5)', () => {
  for (const path of [
    eventPath('open-days'),
    `${eventPath('open-days')}/sign-up`,
    '/Event/open-days/',
    offerPath('t'),
    takeOverPath('t'),
    reservationPath('u'),
  ])
    expect([path, isPaymentPage(path)]).toEqual([path, true])
  for (const path of [
    '/',
    '/events',
    `${eventPath('x')}/rooms`,
    `${eventPath('x')}/waitlist`,
    '/admin',
    `${reservationPath('u')}/data`,
    '/lost-link',
  ])
    expect([path, isPaymentPage(path)]).toEqual([path, false])
})
