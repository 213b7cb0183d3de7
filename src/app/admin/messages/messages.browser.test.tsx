import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeSite, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import { WriteMessage } from './messages.tsx'

const guest = (reservationId: number, name: string, changes = {}) => ({
  reservationId,
  name,
  unpaid: false,
  withoutDetails: false,
  ...changes,
})
const RECIPIENTS = {
  guests: [guest(1, 'Ana'), guest(2, 'Ben', { unpaid: true }), guest(3, 'Cleo')],
  toCall: [guest(4, 'Dora'), guest(5, 'Ed', { unpaid: true })],
  waitlist: 4,
  waitlistToCall: ['Fay'],
}
const mail = { to: 'ana@example.test', subject: 'Mud', html: '<p>Hello Ana,</p>', text: 'Hello Ana,' }

const button = (name: string | RegExp) => page.getByRole('button', { name })

async function open(send: Parameters<typeof fakeSite>[0], recipients = 3) {
  const site = fakeSite((sent, before) => {
    if (sent.name === 'messages.recipients') return ok(RECIPIENTS)
    if (sent.name === 'messages.preview') return ok({ ...mail, recipients })
    return send(sent, before)
  })
  const onSent = vi.fn()
  await showPart(<WriteMessage label="Write to guests" eventId={7} onSent={onSent} />, site)
  await button('Write to guests').click()
  await page.getByLabelText('Subject').fill('Mud')
  await page.getByLabelText('Message').last().fill('The road is muddy.')
  return { ...site, onSent }
}

test('updates the number of recipients when the admin selects guests, and sends a message only after a preview', async () => {
  sessionStorage.clear()
  const { sent, onSent } = await open(() => ok({ messageId: 1, recipients: 2 }), 2)
  await expect.element(button('Send to 3 guests')).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('combobox', { name: 'To' }).selectOptions('Guests with an unpaid invoice (1)')
  await expect.element(button('Send to 1 guest')).toBeVisible()
  await page.getByRole('combobox', { name: 'To' }).selectOptions('Selected guests')
  await expect.element(button('Send to 0 guests')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Ana' }).click()
  await page.getByRole('checkbox', { name: 'Cleo' }).click()
  await button('Preview').click()
  await expect.element(page.getByTitle('The email: Mud')).toBeVisible()
  await button('Send to 2 guests').click()
  await expect.poll(() => onSent).toHaveBeenCalledExactlyOnceWith(2)
  const body = {
    eventId: 7,
    audience: 'chosen',
    reservationIds: [1, 3],
    subject: 'Mud',
    body: 'The road is muddy.',
  }
  expect(sent.at(-1)).toMatchObject({ name: 'messages.send', input: { body: { ...body, recipients: 2 } } })
})

const says = (names: string) =>
  expect.element(page.getByText(`We have no email address for ${names}. Please call them.`)).toBeVisible()

test('names the people of the audience who have no e-mail address, so that the admin calls them', async () => {
  sessionStorage.clear()
  await open(() => ok())
  const audience = page.getByRole('combobox', { name: 'To' })
  await says('Dora and Ed')
  await audience.selectOptions('Guests with an unpaid invoice (1)')
  await says('Ed')
  await audience.selectOptions('The waitlist (4)')
  await says('Fay')
  await audience.selectOptions('Guests without details (0)')
  await expect.element(page.getByText(/no email address/)).not.toBeInTheDocument()
})

test('keeps the text of a message, and sends no e-mail, if the recipients have changed since the preview', async () => {
  sessionStorage.clear()
  const { onSent } = await open(() =>
    refused('recipients_changed', { message: 'The recipients have changed.' }),
  )
  await button('Preview').click()
  await button('Send to 3 guests').click()
  await expect.element(page.getByText('The recipients have changed.')).toBeVisible()
  await expect.element(page.getByLabelText('Message').last()).toHaveValue('The road is muddy.')
  expect(onSent).not.toHaveBeenCalled()
})
