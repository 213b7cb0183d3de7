import { expect, type Page } from '@playwright/test'

type Router = { navigate: (path: string) => Promise<void> }
type Started = { __reactRouterDataRouter?: Router }

/**
 * Starts React, which the page loads at the first touch or key press. Repeats the press, because it has no
 * effect before the entry script has loaded.
 */
export async function startReact(page: Page) {
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift')
      return page.evaluate(() => '__reactRouterDataRouter' in window)
    })
    .toBe(true)
}

/** Navigates with React Router to a page to which no link leads. */
export async function goWithin(page: Page, path: string) {
  await page.evaluate((to) => (window as Started)['__reactRouterDataRouter']?.navigate(to), path)
}
