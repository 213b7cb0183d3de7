import { expect, test } from 'vitest'
import { loadPages } from '#test/support/server/real-pages.ts'
import { makeEvent } from '#test/support/factories.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import * as events from '#app/public/events/events.tsx'
import * as root from '#app/root.tsx'
import * as home from './home.tsx'

const loadBuild = loadPages({ root, '/': home, events })
const now = new Date('2027-03-01T19:00:00Z')
const sandbox = await openTestApp({ now, parts: { loadBuild } })
const real = await openTestApp({ now, settings: { demo: false }, parts: { loadBuild } })

test('shows three events on the home page, events with free spots first (R31.1)', async () => {
  const { db } = sandbox.services
  for (const [name, startDateDate, spots] of [
    ['Full of April', '2027-04-01', 0],
    ['May', '2027-05-01', 3],
    ['June', '2027-06-01', 3],
    ['July', '2027-07-01', 3],
    ['August', '2027-08-01', 3],
  ] as const)
    await makeEvent(db, { name, urlName: name.toLowerCase().replaceAll(' ', '-'), startDateDate, spots })
  const html = await (await sandbox.request('/')).text()
  const cards = [...html.matchAll(/<article.*?<\/article>/gs)].map(
    ([card]) => /<h3.*?<\/h3>/s.exec(card)?.[0],
  )
  expect(cards.map((heading) => heading?.replaceAll(/<[^>]+>/g, ''))).toEqual(['May', 'June', 'July'])
})

test('marks each page as a demo while the site uses a sandbox, and never otherwise (R21.7)', async () => {
  for (const path of ['/', '/events']) {
    expect(await (await sandbox.request(path)).text()).toMatch(/class="bar-demo"[^>]*>Demo</)
    expect(await (await real.request(path)).text()).not.toContain('Demo')
  }
})
