import { expect, test } from 'vitest'
import { addMonths, firstOf, lastOf } from '#shared/months.ts'
import { failureOf, isBusy, openRetreatBook, type Wanted } from './retreat-book.ts'
import type { Known, Stretch } from './stretches.ts'

const monthly = (from: string, to = from): Stretch => ({ start: firstOf(from), end: lastOf(to) })
const wantedOf = (month: string, listed: Stretch[] = []): Wanted => ({
  shown: monthly(month),
  soon: monthly(addMonths(month, -1), addMonths(month, 1)),
  listed,
})
const retreatIn = (month: string) => ({
  name: month,
  urlName: month,
  start: firstOf(month),
  end: firstOf(month),
})
const SPRING: Known = { days: [monthly('2027-04', '2027-07')], list: [retreatIn('2027-05')] }

/** A site that answers when it is told to, and what it was asked for: `'2027-08-01 2028-02-27'`. */
function site() {
  const calls: { stretch: Stretch; settle: (ok: boolean) => Promise<void> }[] = []
  const read = (stretch: Stretch) => {
    const { promise, resolve } =
      Promise.withResolvers<Awaited<ReturnType<Parameters<typeof openRetreatBook>[1]>>>()
    const settle = async (ok: boolean) => {
      resolve(ok ? { ok, data: [retreatIn(stretch.end.slice(0, 7))] } : { ok, message: 'No luck.' })
      await promise
      await Promise.resolve()
    }
    calls.push({ stretch, settle })
    return promise
  }
  const asked = () => calls.map(({ stretch: { start, end } }) => `${start} ${end}`)
  return { read, calls, asked, settle: (at: number, ok = true) => calls[at]?.settle(ok) }
}

test('what came with the page is asked for by nobody; one step on, the next months come unseen', async () => {
  const { read, asked, settle } = site()
  const book = openRetreatBook(SPRING, read)
  book.want(wantedOf('2027-05'))
  book.want(wantedOf('2027-06'))
  expect(asked()).toEqual([])
  book.want(wantedOf('2027-07'))
  expect(asked()).toEqual(['2027-08-01 2028-02-27'])
  expect(isBusy(book.now(), wantedOf('2027-07'))).toBe(false)
  // Whoever is quicker than the site waits for what is on its way, and it is not asked for twice.
  const august = wantedOf('2027-08')
  book.want(august)
  expect(asked()).toHaveLength(1)
  expect(isBusy(book.now(), august)).toBe(true)
  await settle(0)
  expect(isBusy(book.now(), august)).toBe(false)
  expect(book.now().list.map(({ name }) => name)).toEqual(['2027-05', '2028-02'])
})

test('far away and back and away again: each is asked for once, and every reply is kept, in any order', async () => {
  const { read, asked, settle } = site()
  const book = openRetreatBook(SPRING, read)
  const far = wantedOf('2031-05')
  const farther = wantedOf('2035-05')
  for (const wanted of [far, farther, wantedOf('2027-05'), far]) book.want(wanted)
  expect(asked()).toEqual(['2030-11-02 2031-11-27', '2034-11-02 2035-11-27'])
  await settle(1)
  expect(isBusy(book.now(), far)).toBe(true)
  await settle(0)
  expect(isBusy(book.now(), far)).toBe(false)
  expect(book.now().list.map(({ name }) => name)).toEqual(['2027-05', '2031-11', '2035-11'])
})

test('a failure is told where something is missing, until it is tried again or somebody goes on', async () => {
  const { read, calls, settle } = site()
  const book = openRetreatBook(SPRING, read)
  const far = wantedOf('2031-05')
  const told: (string | null)[] = []
  const end = book.onChange(() => told.push(failureOf(book.now(), far)))
  book.want(far)
  await settle(0, false)
  expect(told).toEqual(['No luck.'])
  expect(isBusy(book.now(), far)).toBe(false)
  expect(calls).toHaveLength(1)
  book.again()
  expect(isBusy(book.now(), far)).toBe(true)
  await settle(1, false)
  expect(told).toEqual(['No luck.', null, 'No luck.'])
  // At home all is there; the way back is a new try.
  const home = wantedOf('2027-05')
  book.want(home)
  expect(failureOf(book.now(), home)).toBeNull()
  end()
  book.want(far)
  await settle(2)
  expect(failureOf(book.now(), far)).toBeNull()
  expect(isBusy(book.now(), far)).toBe(false)
})

test('the late failure of what nobody looks at any more says nothing, and stops nobody', async () => {
  const { read, settle } = site()
  const book = openRetreatBook(SPRING, read)
  const far = wantedOf('2031-05')
  book.want(far)
  const farther = wantedOf('2035-05')
  book.want(farther)
  await settle(0, false)
  expect(failureOf(book.now(), farther)).toBeNull()
  expect(isBusy(book.now(), farther)).toBe(true)
  await settle(1)
  expect(isBusy(book.now(), farther)).toBe(false)
})

test('what is only soon wanted fails unseen, and is asked for when it is', async () => {
  const { read, asked, settle } = site()
  const book = openRetreatBook(SPRING, read)
  const july = wantedOf('2027-07')
  book.want(july)
  await settle(0, false)
  expect(failureOf(book.now(), july)).toBeNull()
  expect(asked()).toHaveLength(1)
  book.want(wantedOf('2027-08'))
  expect(asked()).toEqual(['2027-08-01 2028-02-27', '2027-08-01 2028-02-27'])
})

test('the listed ones come one after the other, and behind what is looked at', async () => {
  const { read, asked, settle } = site()
  const book = openRetreatBook(SPRING, read)
  const listed = [monthly('2010-01'), monthly('2000-01')]
  book.want(wantedOf('2027-05', listed))
  expect(asked()).toEqual(['2009-07-05 2010-07-30'])
  book.want(wantedOf('2031-05', listed))
  expect(asked()[1]).toBe('2030-11-02 2031-11-27')
  await settle(0)
  expect(asked()).toHaveLength(2)
  await settle(1)
  expect(asked()[2]).toBe('1999-07-05 2000-07-29')
})
