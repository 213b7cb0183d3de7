import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { details } from '#test/support/app/details.ts'
import { PassedOnSpot } from './take-over.tsx'

const never = () => undefined
function shown(event: typeof details): string {
  const Component = () => <PassedOnSpot event={event} state="open" onBook={never} onLookAgain={never} />
  const Stub = createRoutesStub([{ path: '/', Component }])
  return renderToStaticMarkup(<Stub />).replaceAll(/<[^>]+>/g, ' ')
}

test('shows the lowest possible price of a spot that a guest passes on, including required lodging (R37.2, R37.6)', () => {
  const room = {
    id: 1,
    kind: 'lodging' as const,
    name: 'Own room',
    description: null,
    price: 20_000,
    stock: null,
    left: null,
    soldOut: false,
  }
  const words = shown({ ...details, priceFrom: 110_000, options: [room] })
  expect(words).toContain('$1,100.00')
  expect(words).toContain('$550.00')
  expect(words).not.toContain('$450.00')
  expect(words).toContain('You choose your lodging on the form.')
  expect(shown(details)).toContain('$450.00')
})
