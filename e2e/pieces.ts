/** Where the shared pieces are on a page, by role and label. */
import type { Locator, Page } from '@playwright/test'

export const carousel = (page: Page, name = 'The land in pictures') => page.getByRole('region', { name })
/** "2 of 6: …". Found by its class: on a translated page the text is in an element of the translator. */
export const count = (of: Locator) => of.locator('.carousel-count')
export const slide = (of: Locator, name: string) => of.getByRole('group', { name })
export const picture = (of: Locator, name: string) => slide(of, name).getByRole('button')
/** A picture over the whole screen, or a modal. */
export const dialog = (page: Page) => page.getByRole('dialog')
