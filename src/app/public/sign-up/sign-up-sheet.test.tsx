import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { SignUpDone } from './sign-up-draft.ts'
import { Booking, NextSteps } from './sign-up-sheet.tsx'

const html = (element: React.ReactElement) => {
  const Stub = createRoutesStub([{ path: '/', Component: () => element }])
  return renderToStaticMarkup(<Stub />)
}
const wordsOf = (shown: string) =>
  shown
    .replaceAll(/<\/(?:dt|li)>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .trim()

const event = { startDateDate: '2027-03-09', endDateDate: '2027-03-12' }
const done: SignUpDone = {
  stage: 'done',
  uuid: '0190a6f0-0000-7000-8000-000000000001',
  calledName: 'Wren',
  email: 'wren@example.test',
  paid: 82_700,
  companions: [{ customerName: 'Ben Ortiz', email: '' }],
  bill: {
    guests: [
      { name: 'Wren Hale', choices: ['A room of your own', 'Late checkout'] },
      { name: 'Ben Ortiz', choices: [] },
    ],
    discount: { code: 'EARLY-BIRD', cents: 15_600 },
    cost: 165_400,
    remainderDue: '2027-02-07',
  },
  household: null,
}

const factsOf = (of: SignUpDone) =>
  [...html(<Booking event={event} done={of} />).matchAll(/<div[^>]*>(.*?)<\/div>/g)].map(([, fact = '']) =>
    wordsOf(fact),
  )

test('shows after a sign-up the dates, people, choices, what is paid, and what is due when (R53.6)', () => {
  expect(factsOf(done)).toEqual([
    'Dates Tue, Mar 9 – Fri, Mar 12, 2027',
    'Guests Wren Hale: A room of your own, Late checkout Ben Ortiz',
    'Discount EARLY-BIRD −$156.00',
    'Total $1,654.00',
    'Paid today $827.00',
    'Still due $827.00, by Sun, Feb 7, 2027',
  ])
})

test('says that nothing is due after the full price or a free sign-up (R53.6)', () => {
  expect(factsOf({ ...done, paid: 165_400 }).at(-1)).toBe('Still due Nothing')
  const free = { guests: [{ name: 'Wren Hale', choices: [] }], discount: null, cost: 0, remainderDue: null }
  expect(factsOf({ ...done, paid: 0, bill: free })).toEqual([
    'Dates Tue, Mar 9 – Fri, Mar 12, 2027',
    'Guest Wren Hale',
    'Still due Nothing',
  ])
})

test('shows only dates and payment after a reload of a confirmation that an older version has saved', () => {
  expect(factsOf({ ...done, bill: null })).toEqual([
    'Dates Tue, Mar 9 – Fri, Mar 12, 2027',
    'Paid today $827.00',
  ])
})

test('lists three next steps after a sign-up: private page, directions and packing list (R31.5)', () => {
  const shown = html(<NextSteps done={done} privateHref={null} />)
  expect(shown.match(/<li>/g)).toHaveLength(3)
  expect(shown).toContain('pay the remainder')
  for (const href of ['/directions', '/packing-list']) expect(shown).toContain(`href="${href}`)
  expect(html(<NextSteps done={{ ...done, paid: 165_400 }} privateHref={null} />)).not.toContain('remainder')
})

test('leads from the confirmation to the directions on the private page, which notes that they were read (R31.5)', () => {
  const shown = html(<NextSteps done={done} privateHref="/complete-reservation/one" />)
  expect(shown).toContain('<a href="/complete-reservation/one#before-you-come">directions</a>')
  expect(shown).not.toContain('href="/directions"')
})
