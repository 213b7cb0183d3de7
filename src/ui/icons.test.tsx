import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LoadingRing } from './icons.tsx'

test('the loading ring is 60 px unless told (R17.5)', () => {
  expect(renderToStaticMarkup(<LoadingRing />)).toContain('--ring:60px')
  expect(renderToStaticMarkup(<LoadingRing size={24} />)).toContain('--ring:24px')
})
