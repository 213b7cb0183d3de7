/** Tests that fields keep what the user changed before React hydrates the page. */
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { z } from 'zod'
import { CheckField, keepCheckedState } from './field.tsx'
import { useCheckedForm } from './checked-form.ts'

const BEDS = ['Tent', 'Bunk', 'Cabin']

function Stay() {
  const [fed, setFed] = useState(false)
  const [bed, setBed] = useState('Tent')
  return (
    <form>
      <CheckField id="fed" checked={fed} onChange={({ target }) => setFed(target.checked)}>
        With supper
      </CheckField>
      {BEDS.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="bed"
            ref={keepCheckedState}
            checked={bed === name}
            onChange={() => setBed(name)}
          />
          {name}
        </label>
      ))}
      <output>{`${bed}, ${fed ? 'fed' : 'hungry'}`}</output>
    </form>
  )
}

async function hydrateAfter(touch: () => Promise<void>, part = <Stay />) {
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = renderToString(part)
  await touch()
  const root = hydrateRoot(place, part)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
}

test('keeps a checkbox and a radio button that were clicked before React started', async () => {
  await hydrateAfter(async () => {
    await page.getByLabelText('With supper').click()
    await page.getByLabelText('Cabin').click()
  })
  await expect.element(page.getByText('Cabin, fed')).toBeVisible()
  await expect.element(page.getByLabelText('With supper')).toBeChecked()
  await expect.element(page.getByLabelText('Cabin')).toBeChecked()
  await page.getByLabelText('With supper').click()
  await page.getByLabelText('Bunk').click()
  await expect.element(page.getByText('Bunk, hungry')).toBeVisible()
})

function Consent() {
  const { form, check } = useCheckedForm({
    prefix: 'stay',
    schema: z.object({ safety: z.boolean(), photos: z.boolean() }),
    values: { safety: false, photos: true },
    labels: {},
  })
  return (
    <form>
      <CheckField {...check('safety')}>Safety</CheckField>
      <CheckField {...check('photos')}>Photos</CheckField>
      <output>{JSON.stringify(form.watch())}</output>
    </form>
  )
}

test('keeps a checkbox of React Hook Form that was clicked before React started, and lets the user clear it', async () => {
  await hydrateAfter(() => page.getByLabelText('Safety').click(), <Consent />)
  await expect.element(page.getByText('{"safety":true,"photos":true}')).toBeVisible()
  await expect.element(page.getByLabelText('Safety')).toBeChecked()
  await expect.element(page.getByLabelText('Photos')).toBeChecked()
  await page.getByLabelText('Safety').click()
  await expect.element(page.getByText('{"safety":false,"photos":true}')).toBeVisible()
})

test('keeps the initial values of fields that the user did not touch before React started', async () => {
  await hydrateAfter(async () => {})
  await expect.element(page.getByText('Tent, hungry')).toBeVisible()
  await page.getByLabelText('Bunk').click()
  await expect.element(page.getByText('Bunk, hungry')).toBeVisible()
})
