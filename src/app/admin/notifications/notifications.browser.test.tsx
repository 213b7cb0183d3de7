import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeSite, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import { FIRST_SETTINGS, type NewsSettings as Settings } from '#domain/mail/notifications/rules.ts'
import { NotificationSettings } from './notifications.tsx'

const save = page.getByRole('button', { name: 'Save' })
const kind = (name: string) => page.getByRole('checkbox', { name })

test('shows the saved notification settings, and saves how often and about what the site e-mails admins', async () => {
  sessionStorage.clear()
  let settings: Settings = {
    ...FIRST_SETTINGS,
    kinds: FIRST_SETTINGS.kinds.filter((one) => one !== 'dispute'),
  }
  const site = fakeSite(({ name, input }, before) => {
    if (name === 'news.settings') return ok(settings)
    if (before === 0) return refused('rate_limited')
    settings = input.body as unknown as Settings
    return ok()
  })
  await showPart(<NotificationSettings id="news" />, site)
  await expect.element(kind('Dispute')).not.toBeChecked()
  await expect.element(kind('Sign-up')).toBeChecked()
  await page.getByLabelText('How often').selectOptions('Once a day, at 8 in the morning')
  await kind('Dispute').click()
  await kind('Sign-up').click()
  await save.click()
  await expect.element(page.getByText('Refused: rate_limited.')).toBeVisible()
  await expect.element(kind('Sign-up')).not.toBeChecked()
  await save.click()
  const kinds = FIRST_SETTINGS.kinds.filter((one) => one !== 'sign-up')
  await expect.poll(() => settings.pace).toBe('daily')
  expect(settings.kinds.toSorted()).toEqual(kinds.toSorted())
  await expect.element(page.getByLabelText('How often')).toHaveValue('daily')
})
