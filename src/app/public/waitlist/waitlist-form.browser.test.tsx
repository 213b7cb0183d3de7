import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeSite, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import { WaitlistForm } from './waitlist-form.tsx'

const field = (name: string) => page.getByRole('textbox', { name })
const join = page.getByRole('button', { name: 'Join the waitlist' })
const nothing = () => {}

async function fillIn() {
  await field('First name').fill('Ana')
  await field('Last name').fill('Ortiz')
  await field('Email').fill('ana@example.test')
}

test('submits the waitlist form even if an error appears during the press and moves the button', async () => {
  await showPart(<WaitlistForm eventId={7} spots={11} onSpotFree={nothing} />)
  await field('Email').fill('ana@')
  // Presses for 200 ms, as a person does. During that time the e-mail field loses the focus and shows an
  // error.
  await join.click({ delay: 200 })
  await expect.element(page.getByText('Required', { exact: true }).first()).toBeVisible()
  await expect.element(field('First name')).toHaveFocus()
})

test('offers the sign-up if a spot is free by now, and keeps typed text so that guests can still join the waitlist', async () => {
  const site = fakeSite((_, before) => (before === 0 ? refused('event_not_full') : ok()))
  let ledOn = 0
  await showPart(<WaitlistForm eventId={7} spots={11} onSpotFree={() => (ledOn += 1)} />, { call: site.call })
  await fillIn()
  await join.click()
  await expect.element(page.getByText('Refused: event_not_full.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign up' }).click()
  expect(ledOn).toBe(1)
  await expect.element(field('First name')).toHaveValue('Ana')
  await join.click()
  await expect.element(page.getByText('Thank you. One more step.')).toBeVisible()
})

test('says that no reply arrived, and keeps what the guest typed so that they can send the waitlist form again', async () => {
  const site = fakeSite((_, before) => (before === 0 ? refused('unavailable', { status: 0 }) : ok()))
  await showPart(<WaitlistForm eventId={7} spots={11} onSpotFree={nothing} />, { call: site.call })
  await fillIn()
  await join.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Refused: unavailable.')
  await join.click()
  await expect.element(page.getByText('Thank you. One more step.')).toBeVisible()
})

test('lets a visitor choose how many spots to wait for, and keeps that number over a reload (R39.7)', async () => {
  const site = fakeSite(() => ok())
  const first = await showPart(<WaitlistForm eventId={9} spots={4} onSpotFree={nothing} />, {
    call: site.call,
  })
  await fillIn()
  const size = page.getByRole('combobox', { name: 'How many of you?' })
  expect([...size.element().querySelectorAll('option')].map(({ text }) => text)).toEqual([
    'Just me',
    '2 of us',
    '3 of us',
    '4 of us',
  ])
  await size.selectOptions('3 of us')
  await first.unmount()
  await showPart(<WaitlistForm eventId={9} spots={4} onSpotFree={nothing} />, { call: site.call })
  await expect.element(size).toHaveValue('3')
  await join.click()
  await expect.element(page.getByText(/^When 3 spots are free together/)).toBeVisible()
  expect(site.sent.map(({ input }) => input)).toMatchObject([{ body: { waitlistData: { size: 3 } } }])
})

test('suggests the domain that a visitor probably meant, and keeps the accepted address over a reload (R53.2)', async () => {
  const first = await showPart(<WaitlistForm eventId={31} spots={1} onSpotFree={nothing} />)
  await fillIn()
  await field('Email').fill('ana@hotmial.com')
  await field('First name').click()
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect.element(field('Email')).toHaveValue('ana@hotmail.com')
  await first.unmount()
  await showPart(<WaitlistForm eventId={31} spots={1} onSpotFree={nothing} />)
  await expect.element(field('Email')).toHaveValue('ana@hotmail.com')
})
