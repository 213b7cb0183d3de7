import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PhoneLink } from '#app/ui/phone-link.tsx'

test('renders a phone number in any notation as a tel link', () => {
  const html = renderToStaticMarkup(<PhoneLink phone="+1 (505) 555-0112, evenings" />)
  expect(html).toBe('<a href="tel:+15055550112">+1 (505) 555-0112, evenings</a>')
})

test('renders a text without a phone number as plain text', () => {
  expect(renderToStaticMarkup(<PhoneLink phone="ask at gate 7" />)).toBe('ask at gate 7')
})

test.each(['505 555 0112 or 505 555 0199 after 6', '5055550112 5055550199'])(
  'links only the first phone number of %j',
  (phone) => {
    const html = renderToStaticMarkup(<PhoneLink phone={phone} />)
    expect(html).toContain('href="tel:+15055550112"')
  },
)

test('renders a text with too many digits for a phone number as plain text', () => {
  const phone = '50555501125055550199'
  expect(renderToStaticMarkup(<PhoneLink phone={phone} />)).toBe(phone)
})
