import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LoadingRing } from './icons.tsx'

test('renders the loading ring at 60 px by default (R17.5)', () => {
  expect(renderToStaticMarkup(<LoadingRing />)).toContain('--ring:60px')
  expect(renderToStaticMarkup(<LoadingRing size={24} />)).toContain('--ring:24px')
})
