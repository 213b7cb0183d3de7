import { expect, test } from 'vitest'
import routes from '#web/routes.ts'
import type { PageHandle } from '#web/page-meta.ts'
import { declared } from './testing/contracts.ts'

const modules = import.meta.glob<{ handle?: PageHandle }>('../web/**/*.{ts,tsx}')

type Route = (typeof routes)[number]

const pagesIn = (entries: readonly Route[]): Route[] =>
  entries.flatMap((entry) => (entry.children ? pagesIn(entry.children) : [entry]))

const table = (head: string, rows: string[]) =>
  [`| ${head} | told apart by |`, '|---|---|', ...rows].join('\n')

const row = (what: string, by: readonly string[]) =>
  `| ${what} | ${by.map((name) => `\`${name}\``).join(', ')} |`

test('docs/cached-pages.md is what the pages and the declarations say', async () => {
  const pages = await Promise.all(
    pagesIn(routes).map(async ({ path = '', file }) => {
      const { handle } = (await modules[`../web/${file}`]?.()) ?? {}
      const cacheBy = handle?.cacheBy
      return cacheBy ? [row(`\`/${path}\` (\`src/web/${file}\`)`, cacheBy)] : []
    }),
  )
  const replies = declared.flatMap(({ method, path, cacheBy }) =>
    cacheBy ? [row(`\`${method} ${path}\``, cacheBy)] : [],
  )
  const text = `# What is cached

For whoever is signed in to nothing and has unlocked nothing. A page is cached whole by \`handle.cacheBy\` of its module (\`PageHandle\` in
\`src/web/page-meta.ts\`), a reply of the API by \`cacheBy\` of its endpoint (\`src/shared/endpoint.ts\`). The parameters of the query that are
named here tell one from another; any other is nothing to a page, and has a reply made anew. All stay until one of the tags changes that
\`shows\` of their calls names, or the ranch’s day ends ([decision 13](decisions/0013-public-pages-are-kept-whole.md)). A page that is missing here is
made anew for each request. This list is made of the code: \`npx vitest run cached-pages -u\`.

${table('page', pages.flat())}

${table('reply', replies)}
`
  await expect(text).toMatchFileSnapshot('../../docs/cached-pages.md')
})
