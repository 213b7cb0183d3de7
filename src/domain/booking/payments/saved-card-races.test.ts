/** The guest and an admin pay the remainder at the same moment as the saved card is charged (R42.4). */
import { expect, test } from 'vitest'
import { ranchInstant } from '#shared/days.ts'
import { expectBooksToAgree } from '#test/support/booking/books.ts'
import { bookingDeps } from '#test/support/booking/deps.ts'
import { openSavedCards } from '#test/support/booking/saved-card.ts'
import { signInAdmin } from '#test/support/booking/admin.ts'
import { chargeSavedCards } from './saved-card.ts'

const site = await openSavedCards()

test('records one payment if two processes charge the card while the guest pays and an admin records cash', async () => {
  const { app, guest } = site
  const { uuid, reservationId } = await site.keep()
  await site.workOn('2027-03-12')
  const admin = await signInAdmin(app)
  const rest = (await guest.look(uuid)).invoices.find(({ paid }) => !paid)
  app.clock.set(ranchInstant('2027-03-15', 9))
  await Promise.all([
    chargeSavedCards(bookingDeps(app)),
    chargeSavedCards(bookingDeps(app)),
    guest.pay(rest?.clientSecret ?? ''),
    admin.rebill({ id: rest?.id ?? 0, paid: true, paymentMethod: 'cash' }),
    guest.look(uuid),
  ])
  await site.after(2)
  expect(await guest.look(uuid)).toMatchObject({ fullyPaid: true, totalPaid: 90_000 })
  expect((await site.attempts(reservationId)).filter((one) => one.startsWith('charging'))).toEqual([])
  await expectBooksToAgree(app)
})
