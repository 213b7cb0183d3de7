import { expect, type Page } from '@playwright/test'

type Router = { navigate: (path: string) => Promise<void> }
type Started = { __reactRouterDataRouter?: Router }

/** React comes with the first touch or key, and one before the entry script is there does not count: press until it has. */
export async function startReact(page: Page) {
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift')
      return page.evaluate(() => '__reactRouterDataRouter' in window)
    })
    .toBe(true)
}

/** Goes to a page that no link leads to, within the site. */
export async function goWithin(page: Page, path: string) {
  await page.evaluate((to) => (window as Started)['__reactRouterDataRouter']?.navigate(to), path)
}
