import type { Locator, Page } from '@playwright/test'

export const carousel = (page: Page, name = 'The land in pictures') => page.getByRole('region', { name })
/**
 * Finds the slide's text "2 of 6: …" by its class, because on a translated page the text is in an element
 * that the translator has added.
 */
export const count = (of: Locator) => of.locator('.carousel-count')
export const slide = (of: Locator, name: string) => of.getByRole('group', { name })
export const picture = (of: Locator, name: string) => slide(of, name).getByRole('button')
export const dialog = (page: Page) => page.getByRole('dialog')
