import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { GuestReservation } from '#domain/booking/contract/reservation.ts'
import { ApiProvider } from '#app/ui/api.tsx'
import { fakeSite, offline, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import { detailsDraft, DetailsForm } from './details-form.tsx'

beforeEach(() => sessionStorage.clear())

const stay = {
  id: 7,
  uuid: 'uuid-7',
  phone: '505',
  address: '1 Mesa Road',
  safetyConsent: true,
  photoConsent: false,
  termsCurrent: true,
}

const reservationOf = (id: number) => ({ ...stay, id }) as unknown as GuestReservation

async function open(answer: Parameters<typeof fakeSite>[0], id = stay.id) {
  const site = fakeSite(answer)
  const told: string[] = []
  const shown = await showPart(
    <DetailsForm
      reservation={reservationOf(id)}
      onSaved={() => told.push('saved')}
      onOutdated={() => told.push('outdated')}
      onClose={() => told.push('closed')}
    />,
    site,
  )
  return { ...site, ...shown, told }
}

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const save = page.getByRole('button', { name: 'Save your details' })

async function fillIn() {
  await field('Emergency contact name').fill('Ben Ortiz')
  await field('Emergency contact phone').fill('+1 505 555 0101')
  await field('Food allergies').fill('Pecans')
  await field('Medical conditions').fill('Asthma')
}

test('restores typed details for the same reservation only, and deletes the draft once the details are saved', async () => {
  const first = await open(() => offline())
  await fillIn()
  await save.click()
  await expect.element(page.getByText('There is no connection.')).toBeVisible()
  expect(first.told).toEqual([])
  await first.unmount()

  const other = await open(() => ok(), 8)
  await expect.element(field('Medical conditions')).toHaveValue('')
  await other.unmount()

  const again = await open(() => ok())
  await expect.element(field('Medical conditions')).toHaveValue('Asthma')
  expect(detailsDraft(reservationOf(7)).read()).not.toBeNull()
  await save.click()
  await expect.poll(() => again.told).toEqual(['saved'])
  expect(again.sent).toEqual([
    {
      name: 'booking.updateReservation',
      input: {
        body: {
          updateReservationData: expect.objectContaining({ uuid: 'uuid-7', medicalConditions: 'Asthma' }),
        },
      },
    },
  ])
  expect(sessionStorage.length).toBe(0)
})

test("shows the server's error at the phone field, and refetches the page if the server no longer takes details", async () => {
  const { told } = await open((_, before) =>
    before === 0
      ? refused('invalid', { status: 400, fields: { phone: 'Too short' } })
      : refused('details_closed'),
  )
  await fillIn()
  await save.click()
  await expect.element(page.getByRole('link', { name: 'Phone: Too short' })).toBeVisible()
  await field('Phone').fill('505 555 0100')
  await save.click()
  await expect.element(page.getByText('Refused: details_closed.')).toBeVisible()
  expect(told).toEqual(['outdated'])
})

test('asks before it discards typed details, and closes an unchanged form of details without a question', async () => {
  const { told } = await open(() => ok())
  const leave = page.getByRole('button', { name: 'Keep my answers' })
  await field('Phone').fill('575 555 0100')
  await leave.click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(field('Phone')).toHaveValue('575 555 0100')
  expect(told).toEqual([])
  await field('Phone').fill('505')
  await leave.click()
  expect(told).toEqual(['closed'])
})

test('keeps the details and the consent that a guest entered before React started', async () => {
  const routes = [
    {
      path: '*',
      element: (
        <ApiProvider value={{ call: fakeSite(() => ok()).call, signInHref: '/sign-in' }}>
          <DetailsForm
            reservation={{ ...stay, safetyConsent: false } as unknown as GuestReservation}
            onSaved={() => {}}
            onOutdated={() => {}}
          />
        </ApiProvider>
      ),
    },
  ]
  const part = <RouterProvider router={createMemoryRouter(routes)} />
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = renderToString(part)
  await field('Medical conditions').fill('Asthma')
  await page.getByRole('checkbox', { name: /^Safety consent/ }).click()
  const root = hydrateRoot(place, part)
  onTestFinished(() => root.unmount())
  await expect.element(save).toBeEnabled()
  await expect.element(field('Medical conditions')).toHaveValue('Asthma')
  await expect.element(page.getByRole('checkbox', { name: /^Safety consent/ })).toBeChecked()
  await expect.poll(() => JSON.stringify(detailsDraft(reservationOf(7)).read())).toContain('Asthma')
  await expect.element(field('Mailing address')).toHaveValue(stay.address)
})
