import { expect, type Locator, type Page } from '@playwright/test'

export const LINKS = [
  ['Events', '/events'],
  ['Retreat Space', '/retreat-space'],
  ['Testimonials', '/testimonials'],
  ['Sustainable Ranching', '/sustainable-ranching'],
  ['The Land', '/the-land'],
  ['Contact', '/contact'],
] as const

/** The links that the menu has below the others on a phone, and that wide screens show only in the footer. */
export const PRACTICAL = [
  ['Find my reservation', '/lost-link'],
  ['Questions Guests Ask', '/questions'],
  ['Directions', '/directions'],
  ['Packing List', '/packing-list'],
  ['Terms of Stay', '/terms-of-stay'],
  ['The Center', '/the-center'],
] as const

export const drawer = (page: Page) => page.getByRole('navigation', { name: 'Main' })
export const toggle = (page: Page) => page.getByRole('button', { name: 'Menu' })
export const bar = (page: Page) => page.locator('.bar')
/** Finds the elements that slide aside for the drawer: the page's content and the site's header. */
export const moving = (page: Page) => [page.locator('.page'), bar(page)]

export const rect = (of: Locator) =>
  of.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { left, top, width, height }
  })
export const isInert = (page: Page) =>
  page.getByRole('main', { includeHidden: true }).evaluate((main) => main.closest('[inert]') !== null)

export async function openDrawer(page: Page) {
  await toggle(page).click()
  await expect.poll(async () => (await rect(drawer(page))).left).toBe(0)
}

export async function expectAside(page: Page, by: number) {
  for (const part of moving(page)) await expect.poll(async () => (await rect(part)).left).toBeCloseTo(by, 0)
}

export async function expectLinks(page: Page, expected: readonly (readonly [string, string])[] = LINKS) {
  const links = drawer(page).getByRole('link')
  await expect(links).toHaveText(expected.map(([label]) => label))
  for (const [label, path] of expected) {
    await expect(drawer(page).getByRole('link', { name: label })).toHaveAttribute('href', path)
  }
}
