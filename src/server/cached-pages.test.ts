import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import type { PageHandle } from '#app/page-meta.ts'
import { declared } from '#test/support/server/contracts.ts'

const modules = import.meta.glob<{ handle?: PageHandle }>('../app/**/*.{ts,tsx}')

type Route = (typeof routes)[number]

const pagesIn = (entries: readonly Route[]): Route[] =>
  entries.flatMap((entry) => (entry.children ? pagesIn(entry.children) : [entry]))

const table = (head: string, rows: string[]) =>
  [`| ${head} | query parameters |`, '|---|---|', ...rows].join('\n')

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

These pages and API replies are rendered once, for all visitors who are not signed in and have entered no password of an event or of the family calendar. They are
valid until the day at the ranch ends, or until a transaction changes anything that visitors can see: then a trigger raises the content version
([decision 93](../decisions/0093-one-content-version.md)). The cache has a copy for each value of the listed query parameters.

To add a page, set \`handle.cacheBy\` in its module (\`PageHandle\` in \`src/app/page-meta.ts\`). To add a reply, set \`cacheBy\` on its endpoint
(\`src/shared/endpoint.ts\`), and give each table that it reads a trigger as in \`migrations/0034_content_version.sql\`. Then run
\`npx vitest run cached-pages -u\`, which writes this list. A page ignores other parameters. A reply with another parameter is not cached.

${table('page', pages.flat())}

${table('reply', replies)}
`
  await expect(text).toMatchFileSnapshot('../../docs/developers/cached-pages.md')
})
