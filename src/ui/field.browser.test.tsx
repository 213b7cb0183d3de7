/** Fields that React takes over after somebody has used them. */
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { CheckField, keepTicked } from './field.tsx'

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
            ref={keepTicked}
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

async function hydrateAfter(touch: () => Promise<void>) {
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = renderToString(<Stay />)
  await touch()
  const root = hydrateRoot(place, <Stay />)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
}

test('what is ticked before React comes to it counts', async () => {
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

test('what nobody has touched stays as it came', async () => {
  await hydrateAfter(async () => {})
  await expect.element(page.getByText('Tent, hungry')).toBeVisible()
  await page.getByLabelText('Bunk').click()
  await expect.element(page.getByText('Bunk, hungry')).toBeVisible()
})
