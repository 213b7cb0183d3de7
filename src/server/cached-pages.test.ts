import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import type { PageHandle } from '#app/page-meta.ts'
import { declared } from '#test/support/server/contracts.ts'

const modules = import.meta.glob<{ handle?: PageHandle }>('../app/**/*.{ts,tsx}')

type Route = (typeof routes)[number]

const pagesIn = (entries: readonly Route[]): Route[] =>
  entries.flatMap((entry) => (entry.children ? pagesIn(entry.children) : [entry]))

const table = (head: string, rows: string[]) =>
  [`| ${head} | told apart by |`, '|---|---|', ...rows].join('\n')

const row = (what: string, by: readonly string[]) =>
  `| ${what} | ${by.map((name) => `\`${name}\``).join(', ')} |`

test('docs/developers/cached-pages.md lists exactly the pages and calls that the code declares as cached', async () => {
  const pages = await Promise.all(
    pagesIn(routes).map(async ({ path = '', file }) => {
      const { handle } = (await modules[`../app/${file}`]?.()) ?? {}
      const cacheBy = handle?.cacheBy
      return cacheBy ? [row(`\`/${path}\` (\`src/app/${file}\`)`, cacheBy)] : []
    }),
  )
  const replies = declared.flatMap(({ method, path, cacheBy }) =>
    cacheBy ? [row(`\`${method} ${path}\``, cacheBy)] : [],
  )
  const text = `# What is cached

These pages and replies are rendered once and cached whole for everyone who is not signed in and has unlocked no event. They are valid for one content
version and one ranch day ([decision 93](../decisions/0093-one-content-version.md)).

To add a page, set \`handle.cacheBy\` in its module (\`PageHandle\` in \`src/app/page-meta.ts\`). To add a reply, set \`cacheBy\` on its endpoint
(\`src/shared/endpoint.ts\`), and give each table that it reads a trigger as in \`migrations/0034_content_version.sql\`. Then run
\`npx vitest run cached-pages -u\`, which writes this list. A page ignores all other parameters of the query. A reply with another parameter is not cached.

${table('page', pages.flat())}

${table('reply', replies)}
`
  await expect(text).toMatchFileSnapshot('../../docs/developers/cached-pages.md')
})
