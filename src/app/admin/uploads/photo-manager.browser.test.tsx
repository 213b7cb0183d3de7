import { useState } from 'react'
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Photo } from '#domain/events/contract/events.ts'
import { fakeSite, offline, ok, showPart } from '#test/support/app/show-part.tsx'
import { PhotoManager } from './photo-manager.tsx'
import type { UploadFile } from './file-drop.tsx'

const photoOf = (id: number): Photo => ({ id, url: `/p${id}.jpg`, alt: `Photo ${id}` })

const noUpload: UploadFile = () => Promise.reject(new Error('No upload was expected'))

function Photos({ upload = noUpload }: { upload?: UploadFile }) {
  const [photos, setPhotos] = useState([1, 2, 3].map(photoOf))
  return (
    <>
      <PhotoManager eventId={1} photos={photos} onChange={setPhotos} upload={upload} />
      <Link to="/elsewhere">Elsewhere</Link>
    </>
  )
}

const shown = () =>
  [...document.querySelectorAll<HTMLInputElement>('.photo-card input')].map(({ value }) => value)
const forward = (number: number) => page.getByRole('button', { name: `Move photo ${number} forward` })

test('saves two new orders of the photos sequentially, so that the site keeps the newer order', async () => {
  const answers: ((answer: ReturnType<typeof ok>) => void)[] = []
  const { call, sent } = fakeSite(() => new Promise((resolve) => void answers.push(resolve)))
  await showPart(<Photos />, { call })
  await forward(3).click()
  await forward(2).click()
  expect(shown()).toEqual(['Photo 3', 'Photo 1', 'Photo 2'])
  // The second save waits for the reply to the first save. Otherwise the two could arrive at the server in
  // the wrong order.
  expect(sent.map(({ input }) => input.body?.['ids'])).toEqual([[1, 3, 2]])
  answers[0]?.(offline())
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]?.input.body?.['ids']).toEqual([3, 1, 2])
  answers[1]?.(ok({ photos: [3, 1, 2].map(photoOf) }))
  await expect.poll(shown).toEqual(['Photo 3', 'Photo 1', 'Photo 2'])
  await expect.element(page.getByText('The order was not saved.')).not.toBeInTheDocument()
})

test('restores the saved order of photos and shows an alert if the site cannot save a new order', async () => {
  const { call } = fakeSite((_, before) =>
    before === 0 ? ok({ photos: [1, 3, 2].map(photoOf) }) : offline(),
  )
  await showPart(<Photos />, { call })
  await forward(3).click()
  await expect.poll(shown).toEqual(['Photo 1', 'Photo 3', 'Photo 2'])
  await forward(2).click()
  await expect.element(page.getByText('The order was not saved.')).toBeVisible()
  expect(shown()).toEqual(['Photo 1', 'Photo 3', 'Photo 2'])
})

test('asks before the admin leaves the page while photos upload, and cancels all uploads if the admin leaves', async () => {
  const begun: string[] = []
  const upload = ((_: unknown, { file, signal }: { file: File; signal: AbortSignal }) => {
    begun.push(file.name)
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(offline())))
  }) as unknown as UploadFile
  await showPart(<Photos upload={upload} />)
  const files = ['dawn.jpg', 'dusk.jpg'].map((name) => new File(['x'], name, { type: 'image/jpeg' }))
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input) input.files = chosen.files
  input?.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(page.getByText('dusk.jpg waiting')).toBeVisible()
  await page.getByRole('link', { name: 'Elsewhere' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect.element(page.getByText('Elsewhere')).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(begun).toEqual(['dawn.jpg'])
})
