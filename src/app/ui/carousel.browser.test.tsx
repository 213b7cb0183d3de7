import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startComponents } from './plain-dom.ts'
import { startCarousel } from './carousel-script.ts'
import { Carousel } from './carousel.tsx'

startComponents({ '.carousel': startCarousel })

const carouselOf = (paths: string[]) => (
  <Carousel
    label="Seasons"
    interval={0}
    slides={paths.map((path) => ({ path, label: path.slice(1, -4), subLabel: '' }))}
  />
)
const spring = ['/spring.jpg', '/summer.jpg']
const next = page.getByRole('button', { name: 'Next picture' })
const shown = () => document.querySelector('.carousel-count')?.textContent
/** Returns for each slide of the carousel whether the slide is marked as in view. */
const marked = () =>
  [...document.querySelectorAll<HTMLElement>('.slide')].map(({ dataset }) => 'shown' in dataset)

test('shows slides that are added to a carousel later, and drops slides that are removed from it', async () => {
  const { rerender } = await render(carouselOf(spring))
  await next.click()
  expect(shown()).toBe('2 of 2: summer')
  await rerender(carouselOf([...spring, '/fall.jpg']))
  await expect.poll(shown).toBe('1 of 3')
  await next.click()
  await next.click()
  expect(shown()).toBe('3 of 3: fall')
  await rerender(carouselOf(['/fall.jpg', '/summer.jpg']))
  await next.click()
  expect(shown()).toBe('2 of 2: summer')
})

test('marks the slide of a carousel that is in view, so that the text of the next slide is not shown cut off', async () => {
  await render(carouselOf(spring))
  await expect.poll(marked).toEqual([true, false])
  await next.click()
  expect(marked()).toEqual([false, true])
})

test("moves from a carousel's focused slide with an arrow key, even while the strip still scrolls to that slide", async () => {
  await render(carouselOf([...spring, '/fall.jpg', '/winter.jpg']))
  await expect.poll(marked).toContain(true)
  document.querySelectorAll<HTMLElement>('.slide-open')[2]?.focus({ preventScroll: true })
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement?.closest('.slide')?.ariaLabel).toBe('4 of 4')
  await expect.poll(shown).toBe('4 of 4: winter')
})
