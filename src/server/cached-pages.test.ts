import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import type { PageHandle } from '#app/page-meta.ts'
import { declared } from '#test/support/server/contracts.ts'

const modules = import.meta.glob<{ handle?: PageHandle }>('../app/**/*.{ts,tsx}')

type Route = (typeof routes)[number]

const pagesIn = (entries: readonly Route[]): Route[] =>
  entries.flatMap((entry) => (entry.children ? pagesIn(entry.children) : [entry]))

test('caches exactly the pages and replies in the list below, each by the parameters after its path', async () => {
  const pages = await Promise.all(
    pagesIn(routes).map(async ({ path = '', file }) => {
      const { handle } = (await modules[`../app/${file}`]?.()) ?? {}
      return { call: `/${path}`, cacheBy: handle?.cacheBy }
    }),
  )
  const replies = declared.map(({ method, path, cacheBy }) => ({ call: `${method} ${path}`, cacheBy }))
  const cached = [...pages, ...replies].flatMap(({ call, cacheBy }) =>
    cacheBy ? [[call, ...cacheBy].join(' ')] : [],
  )
  expect(cached).toMatchInlineSnapshot(`
    [
      "/ pg signIn",
      "/events after before",
      "/event/:eventUrlName",
      "/event/:eventUrlName/sign-up",
      "/event/:eventUrlName/waitlist",
      "/lost-link",
      "/retreat-space",
      "/the-center",
      "/the-land",
      "/sustainable-ranching",
      "/our-history",
      "/testimonials",
      "/contact",
      "/questions",
      "/terms-of-stay",
      "/packing-list",
      "/directions",
      "/offline",
      "/family",
      "/events.ics",
      "/robots.txt",
      "/sitemap.xml",
      "/.well-known/security.txt",
      "/site.webmanifest",
      "/inner-creative",
      "GET auth/event/get eventUrlName",
      "GET auth/event/list when limit cursor",
      "GET event/published",
    ]
  `)
})
