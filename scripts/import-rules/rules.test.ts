import { describe, expect, test } from 'vitest'
import { brokenRule, circularImports, placeOf, sharedTables, USES } from './rules.ts'
import { importsOf } from './scan.ts'

const rule = (from: string, to: string, typeOnly = false, specifier = to) =>
  brokenRule({ from, to, specifier, typeOnly })

/** What is wrong when the waitlist's store has this line, and others are as they are. */
const writes = (line: string) =>
  sharedTables(
    new Map(
      Object.entries({
        'src/platform/database/schema/all.ts': ['events', 'eventPhotos', 'waitlistEntries', 'waitlistOffers']
          .concat('outbox', 'siteFacts')
          .map((name) => `export const ${name} = pgTable(`)
          .join('\n'),
        'src/features/events/store/events.ts':
          'tx.insert(events); tx.delete(eventPhotos); tx.insert(siteFacts)',
        'src/features/events/handlers.ts': 'tx.insert(waitlistOffers)',
        'src/platform/outbox.ts': 'tx.insert(outbox)',
        'src/features/waitlist/store.ts': line,
      }),
    ),
  )

describe('each rule fires', () => {
  test.each([
    ['src/shared/money.ts', 'src/platform/log.ts', /imports go down/],
    ['src/platform/log.ts', 'src/features/events/store/events.ts', /imports go down/],
    ['src/features/events/handlers.ts', 'src/server/app.ts', /imports go down/],
    ['src/server/app.ts', 'src/testing/app.ts', /used by tests only/],
    ['src/server/app.ts', 'src/sandbox/payments/testing/harness.ts', /used by tests only/],
    ['src/web/root.tsx', 'src/server/app.ts', /side by side/],
    ['src/features/events/store/events.ts', 'src/features/booking/store.ts', /events does not use booking/],
    ['src/features/emails/store/emails.ts', 'src/features/booking/index.ts', /emails does not use booking/],
    ['src/features/booking/store.ts', 'src/features/waitlist/store.ts', /does not use waitlist/],
    ['src/features/calendar/store.ts', 'src/features/booking/store.ts', /does not use booking/],
    ['src/features/access/handlers.ts', 'src/features/events/store/events.ts', /does not use events/],
    ['src/features/calendar/handlers.ts', 'src/features/access/handlers.ts', /other features use index.ts/],
    ['src/features/events/rules.ts', 'src/features/events/contract/events.ts', /rules stand alone/],
    [
      'src/features/events/contract/events.ts',
      'src/features/events/store/events.ts',
      /a contract uses rules/,
    ],
    ['src/features/events/store/events.ts', 'src/features/events/handlers.ts', /never uses handlers/],
    ['src/features/events/ui/card.tsx', 'src/features/events/store/events.ts', /ui never uses/],
    ['src/features/booking/ui/form.tsx', 'src/features/events/store/events.ts', /contract, rules and ui/],
    ['src/features/booking/store/locks.ts', 'src/features/booking/transitions.ts', /store never uses trans/],
    ['src/features/booking/transitions.ts', 'src/features/booking/payments/refund.ts', /uses payments/],
    ['src/features/booking/jobs.ts', 'src/features/booking/index.ts', /handlers never uses index/],
    ['src/web/pages/home.tsx', 'src/features/events/handlers.ts', /contract, rules and ui/],
    ['src/web/pages/home.tsx', 'src/features/booking/jobs.ts', /contract, rules and ui/],
    ['src/web/pages/home.tsx', 'src/platform/database/open.ts', /React never talks/],
    ['src/features/events/ui/card.tsx', 'drizzle-orm', /React never talks/],
    ['src/features/events/handlers.ts', 'drizzle-orm', /SQL lives in store/],
    ['src/features/events/handlers.ts', 'src/sandbox/payments/index.ts', /where it is mounted/],
    ['src/sandbox/payments/index.ts', 'src/server/app.ts', /the world outside/],
    ['src/server/pages.ts', 'src/web/root.tsx', /through the bundle/],
    ['src/features/emails/deliver.ts', 'src/features/emails/ui/render.tsx', /through the bundle/],
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
    ['src/features/booking/handlers.ts', 'src/features/events/index.ts'],
    ['src/features/booking/handlers.ts', 'src/features/card-provider/index.ts'],
    ['src/features/waitlist/handlers.ts', 'src/features/booking/index.ts'],
    ['src/features/calendar/handlers.ts', 'src/features/access/index.ts'],
    ['src/features/privacy/purge.ts', 'src/features/booking/index.ts'],
    ['src/features/privacy/purge.ts', 'src/features/booking/domain/totals.ts'],
    ['src/features/events/store/events.ts', 'src/features/events/contract/events.ts'],
    ['src/features/events/store/events.ts', 'drizzle-orm'],
    ['src/features/booking/use-cases/sign-up.ts', 'src/features/booking/payments/refund.ts'],
    ['src/features/emails/ui/email.tsx', 'src/features/emails/definition.ts'],
    ['src/web/pages/home.tsx', 'src/features/events/ui/card.tsx'],
    ['src/web/pages/home.tsx', 'src/features/events/contract/events.ts'],
    ['src/web/pages/home.tsx', 'react'],
    ['src/server/app.ts', 'src/sandbox/payments/index.ts'],
    ['src/features/events/handlers.test.ts', 'src/testing/app.ts'],
    ['src/features/booking/testing/guest.ts', 'src/testing/app.ts'],
  ])('%s may import %s', (from, to) => {
    expect(rule(from, to)).toBeNull()
  })
})

test('what lies far away is written from the top', () => {
  const far = '../../../shared/money.ts'
  expect(rule('src/web/pages/info/page.tsx', 'src/shared/money.ts', false, far)).toMatch(/#shared/)
  expect(rule('src/web/pages/info/page.tsx', 'src/shared/money.ts', false, '#shared/money.ts')).toBeNull()
})

test('relative imports stay within a feature', () => {
  const [from, to] = ['src/features/events/handlers.ts', 'src/features/booking/contract.ts']
  expect(rule(from, to, false, '../booking/contract.ts')).toMatch(/#features/)
  expect(rule(from, to, false, '#features/booking/contract.ts')).toBeNull()
  expect(rule(from, 'src/features/events/store/events.ts', false, './store.ts')).toBeNull()
})

/** A table of who uses whom, as imports. */
const importsIn = (uses: Record<string, string[]>) =>
  Object.entries(uses).flatMap(([from, names]) =>
    names.map((to) => ({ from, to, specifier: to, typeOnly: false })),
  )

test('features use each other without circles', () => {
  expect(circularImports(importsIn(USES))).toEqual([])
})

test('what leads back to itself is a circle, and not what leads there or away', () => {
  const circle = { b: ['c'], c: ['d'], d: ['b'] }
  expect(circularImports(importsIn({ a: ['b'], ...circle, e: ['f'] }))).toEqual(importsIn(circle))
  expect(circularImports(importsIn({ a: ['b', 'c'], b: ['d'], c: ['d'] }))).toEqual([])
})

test('a store writes the tables of its own feature', () => {
  expect(writes('tx.update(waitlistEntries).set(x); tx.insert(waitlistOffers); names.delete(name)')).toEqual(
    [],
  )
  expect(writes('tx\n    .update(events)')).toEqual(['the table events is written by events and waitlist'])
  expect(writes('sql`update waitlist_offers o set x = 1`; sql`select 1 from events for update`')).toEqual([])
  expect(writes('sql`delete from event_photos where id = 1`')).toEqual([
    'the table eventPhotos is written by events and waitlist',
  ])
  expect(writes('sql`insert into ${events} (id)`')).toHaveLength(1)
  expect(writes('tx.insert(outbox)')).toEqual(['the table outbox is written by platform and waitlist'])
  expect(writes('tx.delete(siteFacts)')).toEqual([])
})

test('a file is placed by its path', () => {
  expect(placeOf('src/features/booking/sign-up/store.ts')).toMatchObject({
    feature: 'booking',
    role: 'store',
  })
  expect(placeOf('src/features/booking/ui/form.tsx').role).toBe('ui')
  expect(placeOf('src/features/booking/jobs.ts').role).toBe('other')
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
    import home from '#content/home.json'
    import money from '#shared/money.ts'
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
    ['content/home.json', false],
    ['src/shared/money.ts', false],
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
