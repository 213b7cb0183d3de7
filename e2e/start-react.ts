import { expect, type Page } from '@playwright/test'

type Router = { navigate: (path: string) => Promise<void> }
type Started = { __reactRouterDataRouter?: Router }

/** React comes with the first touch, and a touch before the entry script is there does not count: move until it has. */
export async function startReact(page: Page) {
  let at = 200
  await expect
    .poll(async () => {
      await page.mouse.move(at++, 400)
      return page.evaluate(() => '__reactRouterDataRouter' in window)
    })
    .toBe(true)
}

/** Goes to a page that no link leads to, within the site. */
export async function goWithin(page: Page, path: string) {
  await page.evaluate((to) => (window as Started)['__reactRouterDataRouter']?.navigate(to), path)
}
