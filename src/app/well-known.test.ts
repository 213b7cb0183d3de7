import { expect, test } from 'vitest'
import { sitemapXml } from './well-known.ts'

test("lists URLs in the sitemap, with the time of a page's last change if it is known", () => {
  const changed = '2027-02-03T04:05:06.000Z'
  expect(sitemapXml([{ address: 'https://ranch.example/' }, { address: 'https://ranch.example/a', changed }]))
    .toBe(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://ranch.example/</loc></url>
  <url><loc>https://ranch.example/a</loc><lastmod>${changed}</lastmod></url>
</urlset>
`)
})

test("escapes markup in the sitemap's URLs", () => {
  const xml = sitemapXml([{ address: `https://ranch.example/?a=1&b="<'>` }])
  expect(xml).toContain('<loc>https://ranch.example/?a=1&amp;b=&quot;&lt;&apos;&gt;</loc>')
})
