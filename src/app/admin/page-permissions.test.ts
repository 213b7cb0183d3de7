import { readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '#app/routes.ts'

const pagesIn = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children }) => (children ? pagesIn(children) : [file]))

/** The former address of the kitchen sheet. It only redirects to a page that checks the permission. */
const REDIRECTS = new Set(['admin/event/old-sheet.ts'])

test('every page of the admin area declares the permission that it needs (R14.11)', () => {
  const area = routes.find(({ file }) => file === 'admin/admin-area.tsx')
  const pages = pagesIn(area?.children ?? []).filter((file) => !REDIRECTS.has(file))
  expect(pages.length).toBeGreaterThan(20)
  const open = pages.filter((file) => !/requires\('[a-z.]+'\)/.test(readFileSync(`src/app/${file}`, 'utf8')))
  expect(open).toEqual([])
})
