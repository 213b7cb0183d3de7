import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FailureAlert } from './alert.tsx'
import { getCow, listCows, renameCow } from '#test/support/app/cows.ts'
import { fakeSite, offline, ok, refused, showPart, signedOut } from '#test/support/app/show-part.tsx'
import { useApiMutation } from './api.tsx'
import { useApiCache, useApiQuery, useInfiniteApiQuery } from './use-api-query.ts'

const shown = page.getByTestId('cow')
const press = (name: string) => page.getByRole('button', { name }).click()

interface CowProps {
  id: number
  seed?: { name: string; weight: number }
  everyMs?: number
}

function Cow({ id, seed, everyMs }: CowProps) {
  const query = useApiQuery(
    getCow,
    { query: { id } },
    { ...(seed ? { seed } : {}), ...(everyMs ? { poll: { everyMs, maxMs: 60_000 } } : {}) },
  )
  return (
    <>
      <p data-testid="cow">{query.pending ? 'on its way' : (query.data?.name ?? 'none')}</p>
      <FailureAlert failed={query.failed} onRetry={query.refetch} />
      <button type="button" onClick={query.refetch}>
        Ask
      </button>
    </>
  )
}

const cow = (name: string) => ok({ name, weight: 500 })

test('fetches the reply of a query from the API and shows the reply', async () => {
  const { call, sent } = fakeSite(() => cow('Bess'))
  await showPart(<Cow id={1} />, { call })
  await expect.element(shown).toHaveTextContent('Bess')
  expect(sent).toEqual([{ name: 'cows.get', input: { query: { id: 1 } } }])
})

test('shows the data of a loader immediately and sends no request', async () => {
  const { call, sent } = fakeSite(() => cow('Nell'))
  await showPart(<Cow id={2} seed={{ name: 'Bess', weight: 1 }} />, { call })
  await expect.element(shown).toHaveTextContent('Bess')
  expect(sent).toEqual([])
  await press('Ask')
  await expect.element(shown).toHaveTextContent('Nell')
})

test('shows newer data of a loader in place of an earlier reply', async () => {
  const seeds = ['Bess', 'Nell'].map((name) => ({ name, weight: 1 }))
  function Page() {
    const [at, setAt] = useState(0)
    return (
      <>
        <Cow id={3} seed={seeds[at] ?? { name: '', weight: 0 }} />
        <button type="button" onClick={() => setAt(at + 1)}>
          Load
        </button>
      </>
    )
  }
  const { call } = fakeSite(() => cow('Dolly'))
  await showPart(<Page />, { call })
  await press('Ask')
  await expect.element(shown).toHaveTextContent('Dolly')
  await new Promise((resolve) => setTimeout(resolve, 5))
  await press('Load')
  await expect.element(shown).toHaveTextContent('Nell')
})

test("keeps showing a query's data if a refetch fails, says why, and offers a retry", async () => {
  const { call } = fakeSite((_, before) => (before === 1 ? offline() : cow(before === 0 ? 'Bess' : 'Nell')))
  await showPart(<Cow id={4} />, { call })
  await expect.element(shown).toHaveTextContent('Bess')
  await press('Ask')
  await expect.element(page.getByText('There is no connection.')).toBeVisible()
  await expect.element(shown).toHaveTextContent('Bess')
  await press('Try again')
  await expect.element(shown).toHaveTextContent('Nell')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('refetches a query that failed when the network returns', async () => {
  const { call } = fakeSite((_, before) => (before === 0 ? offline() : cow('Bess')))
  await showPart(<Cow id={5} />, { call })
  window.dispatchEvent(new Event('offline'))
  await expect.element(page.getByText('There is no connection.')).toBeVisible()
  window.dispatchEvent(new Event('online'))
  await expect.element(shown).toHaveTextContent('Bess')
})

test('polls a query at longer intervals while requests fail, and at the usual interval when the network returns', async () => {
  let down = false
  const { call, sent } = fakeSite((_, before) => (down ? offline() : cow(`Bess ${before}`)))
  await showPart(<Cow id={6} everyMs={40} />, { call })
  await expect.poll(() => sent.length).toBeGreaterThan(3)
  down = true
  await expect.element(page.getByText('There is no connection.')).toBeVisible()
  window.dispatchEvent(new Event('offline'))
  await expect.element(shown).toBeVisible()
  const before = sent.length
  await new Promise((resolve) => setTimeout(resolve, 1000))
  // At the usual interval of 40 ms, the query would send 25 requests in this second.
  expect(sent.length - before).toBeLessThan(8)
  down = false
  const asked = sent.length
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.poll(() => sent.length).toBeGreaterThan(asked + 3)
})

function Renamed() {
  const { setData } = useApiCache()
  return (
    <button type="button" onClick={() => setData(getCow, { query: { id: 7 } }, { name: 'Nell', weight: 1 })}>
      Rename
    </button>
  )
}

test('shares one reply between two components with the same query, and shows a local change of the data in both', async () => {
  const { call, sent } = fakeSite(() => cow('Bess'))
  await showPart(
    <>
      <Cow id={7} />
      <Cow id={7} />
      <Renamed />
    </>,
    { call },
  )
  await expect.element(shown.first()).toHaveTextContent('Bess')
  expect(sent).toHaveLength(1)
  await press('Rename')
  await expect.element(shown.last()).toHaveTextContent('Nell')
})

test("shows a local change of a query's data, not the late reply to an earlier request, and refetches the query", async () => {
  const held = Promise.withResolvers<void>()
  const { call, sent } = fakeSite(async (_, before) => {
    if (before === 1) await held.promise
    return cow(before === 2 ? 'Nell, as the site says' : 'Bess')
  })
  await showPart(
    <>
      <Cow id={7} />
      <Renamed />
    </>,
    { call },
  )
  await expect.element(shown).toHaveTextContent('Bess')
  await press('Ask')
  await press('Rename')
  await expect.element(shown).toHaveTextContent('Nell, as the site says')
  held.resolve()
  await expect.poll(() => sent).toHaveLength(3)
  await expect.element(shown).toHaveTextContent('Nell, as the site says')
})

function Rename({ invalidates = false }: { invalidates?: boolean }) {
  const { send, busy, failed } = useApiMutation(renameCow, invalidates ? { invalidates: [getCow] } : {})
  const rename = () => void send({ body: { id: 8, version: 1, name: 'Nell', color: 'red' } })
  return (
    <>
      <button type="button" aria-busy={busy} onClick={() => (rename(), rename())}>
        Rename
      </button>
      <FailureAlert failed={failed} />
    </>
  )
}

test('sends one write for two simultaneous presses, and another write for a press after the reply', async () => {
  const held = Promise.withResolvers<void>()
  const { call, sent } = fakeSite(async () => {
    await held.promise
    return ok()
  })
  await showPart(<Rename />, { call })
  await press('Rename')
  await press('Rename')
  expect(sent).toHaveLength(1)
  await expect.element(page.getByRole('button')).toHaveAttribute('aria-busy', 'true')
  held.resolve()
  await expect.element(page.getByRole('button')).toHaveAttribute('aria-busy', 'false')
  await press('Rename')
  await expect.poll(() => sent).toHaveLength(2)
})

test('refetches a query whose data a write has changed', async () => {
  const { call, sent } = fakeSite(({ name }, before) => (name === 'cows.get' ? cow(`Bess ${before}`) : ok()))
  await showPart(
    <>
      <Cow id={9} />
      <Rename invalidates />
    </>,
    { call },
  )
  await expect.element(shown).toHaveTextContent('Bess 0')
  await press('Rename')
  await expect.element(shown).toHaveTextContent('Bess 1')
  expect(sent.filter(({ name }) => name === 'cows.rename')).toHaveLength(1)
})

test("offers a sign-in in a new tab if the session has expired, and shows the server's message for other refusals", async () => {
  const { call } = fakeSite((_, before) => (before === 0 ? signedOut() : refused('stale')))
  await showPart(<Rename />, { call })
  await press('Rename')
  const link = page.getByRole('link', { name: /Sign in in another tab/ })
  await expect.element(link).toHaveAttribute('href', '/sign-in')
  await expect.element(link).toHaveAttribute('target', '_blank')
  await press('Rename')
  await expect.element(page.getByText('Refused: stale.')).toBeVisible()
})

function Herd({ all = false, version = 0 }: { all?: boolean; version?: number }) {
  const { pages, failed, more, refetch } = useInfiniteApiQuery(listCows, {
    first: 0,
    inputOf: (after) => ({ query: { after } }),
    next: (herd) => herd.next,
    all,
    version,
  })
  return (
    <>
      <p data-testid="cow">{pages?.flatMap(({ names }) => names).join(' ') ?? 'none'}</p>
      <FailureAlert failed={failed} onRetry={refetch} />
      {more && (
        <button type="button" onClick={more}>
          More
        </button>
      )}
    </>
  )
}

const herd = () =>
  fakeSite(({ input }, before) => {
    const after = Number(input.query?.['after'])
    if (before === 1) return offline()
    return ok({ names: [`Bess${after}`], next: after < 2 ? after + 1 : null })
  })

test('loads one more page of a list at each press, keeps the loaded pages if a page fails, and offers a retry', async () => {
  await showPart(<Herd />, herd())
  await expect.element(shown).toHaveTextContent('Bess0')
  await press('More')
  await expect.element(page.getByText('There is no connection.')).toBeVisible()
  await expect.element(shown).toHaveTextContent('Bess0')
  await press('Try again')
  await expect.element(shown).toHaveTextContent('Bess0 Bess1')
  await press('More')
  await expect.element(shown).toHaveTextContent('Bess0 Bess1 Bess2')
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('shows the pages of a list only when all have loaded, and retries from the page that failed', async () => {
  const site = herd()
  await showPart(<Herd all version={1} />, site)
  await expect.element(page.getByText('There is no connection.')).toBeVisible()
  await expect.element(shown).toHaveTextContent('none')
  await press('Try again')
  await expect.element(shown).toHaveTextContent('Bess0 Bess1 Bess2')
  expect(site.sent.map(({ input }) => input.query?.['after'])).toEqual([0, 1, 1, 2])
})

function Changing() {
  const [version, setVersion] = useState(2)
  return (
    <>
      <Herd version={version} />
      <button type="button" onClick={() => setVersion(3)}>
        Change
      </button>
    </>
  )
}

test("loads a list again when its query's version changes, and shows the old data until the first page has loaded", async () => {
  const held = Promise.withResolvers<void>()
  const { call } = fakeSite(async (_, before) => {
    if (before > 0) await held.promise
    return ok({ names: [`Bess${before}`], next: null })
  })
  await showPart(<Changing />, { call })
  await expect.element(shown).toHaveTextContent('Bess0')
  await press('Change')
  await expect.element(shown).toHaveTextContent('Bess0')
  held.resolve()
  await expect.element(shown).toHaveTextContent('Bess1')
})
