import { describe, expect, test } from 'vitest'
import { placeOf } from './place.ts'
import { brokenRule } from './rules.ts'
import { importsOf } from './scan.ts'

const rule = (from: string, to: string, typeOnly = false) => brokenRule({ from, to, typeOnly })

describe('each rule fires', () => {
  test.each([
    ['src/shared/money.ts', 'src/platform/log.ts', /imports go down/],
    ['src/platform/log.ts', 'src/capabilities/events/store.ts', /imports go down/],
    ['src/capabilities/events/handlers.ts', 'src/server/app.ts', /imports go down/],
    ['src/server/app.ts', 'src/testing/app.ts', /used by tests only/],
    ['src/server/app.ts', 'src/sandbox/payments/testing/harness.ts', /used by tests only/],
    ['src/web/root.tsx', 'src/server/app.ts', /side by side/],
    ['src/capabilities/events/store.ts', 'src/capabilities/booking/store.ts', /events does not use booking/],
    ['src/capabilities/emails/store.ts', 'src/capabilities/booking/rules.ts', /emails does not use booking/],
    ['src/capabilities/booking/store.ts', 'src/capabilities/waitlist/store.ts', /does not use waitlist/],
    ['src/capabilities/calendar/store.ts', 'src/capabilities/booking/store.ts', /does not use booking/],
    ['src/capabilities/access/handlers.ts', 'src/capabilities/events/store.ts', /does not use events/],
    ['src/capabilities/events/rules.ts', 'src/capabilities/events/contract.ts', /rules stand alone/],
    ['src/capabilities/events/contract.ts', 'src/capabilities/events/store.ts', /a contract uses rules/],
    ['src/capabilities/events/store.ts', 'src/capabilities/events/handlers.ts', /never uses handlers/],
    ['src/capabilities/events/ui/card.tsx', 'src/capabilities/events/store.ts', /ui never uses/],
    ['src/capabilities/booking/ui/form.tsx', 'src/capabilities/events/store.ts', /contract, rules and ui/],
    ['src/web/pages/home.tsx', 'src/capabilities/events/handlers.ts', /contract, rules and ui/],
    ['src/web/pages/home.tsx', 'src/capabilities/booking/jobs.ts', /contract, rules and ui/],
    ['src/web/pages/home.tsx', 'src/platform/database/open.ts', /React never talks/],
    ['src/capabilities/events/ui/card.tsx', 'drizzle-orm', /React never talks/],
    ['src/capabilities/events/handlers.ts', 'drizzle-orm', /SQL lives in store/],
    ['src/capabilities/events/handlers.ts', 'src/sandbox/payments/index.ts', /where it is mounted/],
    ['src/sandbox/payments/index.ts', 'src/server/app.ts', /the world outside/],
    ['src/server/pages.ts', 'src/web/root.tsx', /through the bundle/],
    ['src/capabilities/emails/deliver.ts', 'src/capabilities/emails/ui/render.tsx', /through the bundle/],
  ])('%s must not import %s', (from, to, expected) => {
    expect(rule(from, to)).toMatch(expected)
  })

  test('for types as well, but for those of the schema and of what the bundle gives', () => {
    expect(rule('src/shared/money.ts', 'src/platform/log.ts', true)).toMatch(/imports go down/)
    expect(rule('src/web/root.tsx', 'src/platform/log.ts', true)).toMatch(/React never talks/)
    expect(rule('src/web/root.tsx', 'src/platform/database/schema/events.ts', true)).toBeNull()
    expect(rule('src/server/pages.ts', 'src/web/entry.server.tsx', true)).toBeNull()
  })
})

describe('what the layout wants is let through', () => {
  test.each([
    ['src/platform/log.ts', 'src/shared/money.ts'],
    ['src/capabilities/booking/handlers.ts', 'src/capabilities/events/store.ts'],
    ['src/capabilities/booking/handlers.ts', 'src/capabilities/provider/port.ts'],
    ['src/capabilities/waitlist/handlers.ts', 'src/capabilities/booking/store.ts'],
    ['src/capabilities/calendar/handlers.ts', 'src/capabilities/access/handlers.ts'],
    ['src/capabilities/privacy/purge.ts', 'src/capabilities/booking/store.ts'],
    ['src/capabilities/events/store.ts', 'src/capabilities/events/contract.ts'],
    ['src/capabilities/events/store.ts', 'drizzle-orm'],
    ['src/capabilities/emails/ui/letter.tsx', 'src/capabilities/emails/letters/letter.ts'],
    ['src/web/pages/home.tsx', 'src/capabilities/events/ui/card.tsx'],
    ['src/web/pages/home.tsx', 'src/capabilities/events/contract.ts'],
    ['src/web/pages/home.tsx', 'react'],
    ['src/server/app.ts', 'src/sandbox/payments/index.ts'],
    ['src/capabilities/events/handlers.test.ts', 'src/testing/app.ts'],
    ['src/capabilities/booking/testing/guest.ts', 'src/testing/app.ts'],
  ])('%s may import %s', (from, to) => {
    expect(rule(from, to)).toBeNull()
  })
})

test('a file is placed by its path', () => {
  expect(placeOf('src/capabilities/booking/sign-up/store.ts')).toMatchObject({
    capability: 'booking',
    role: 'store',
  })
  expect(placeOf('src/capabilities/booking/ui/form.tsx').role).toBe('ui')
  expect(placeOf('src/capabilities/booking/jobs.ts').role).toBe('other')
  expect(placeOf('content/venue.json').zone).toBe('outside')
})

test('only real import statements are read', () => {
  const source = `
    // import './comment.ts'; import('./comment.ts')
    const text = "import './text.ts'"
    import type { A } from './a.ts'
    import b, { type C } from '../b.ts'
    import { type D } from './d.ts'
    import './style.css?url'
    export type { E } from './e.ts'
    export * from './f.ts'
    const g = await import('./g.ts')
    type H = import('./h.ts').H
    import React from 'react'
    export default () => <p>import './jsx.ts'</p>
  `
  const found = importsOf('src/web/x/file.tsx', source).map(({ to, typeOnly }) => [to, typeOnly])
  expect(found).toEqual([
    ['src/web/x/a.ts', true],
    ['src/web/b.ts', false],
    ['src/web/x/d.ts', true],
    ['src/web/x/style.css', false],
    ['react', false],
    ['src/web/x/e.ts', true],
    ['src/web/x/f.ts', false],
    ['src/web/x/g.ts', false],
    ['src/web/x/h.ts', false],
  ])
})

test('a file that cannot be parsed is an error, not a pass', () => {
  expect(() => importsOf('src/web/x.ts', 'import {')).toThrow('cannot be parsed')
})
