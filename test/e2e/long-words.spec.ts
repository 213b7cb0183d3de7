import type { Page } from '@playwright/test'
import { ANY_WIDTH } from './any-width.ts'
import { api } from './api.ts'
import { tidyCalendar } from './calendar.ts'
import { makeEvent, unique } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'
import { tidy } from './clean-up.ts'

const ADDRESS = 'https://example.test/'
/** Returns a word of this length, such as a long URL. */
const word = (length: number) => ADDRESS + 'MesaRoad'.repeat(40).slice(0, length - ADDRESS.length)
/** Returns a name of this length, in which no line can break. */
const name = (length: number) => 'Wolfeschlegelsteinhausen'.repeat(20).slice(0, length)
const email = () => `${unique()}-${name(40)}@${name(60)}.example.test`

const EVENT = {
  name: name(150),
  host: name(190),
  startDate: name(90),
  endDate: name(90),
  startDateDate: '2031-06-01',
  endDateDate: '2031-06-05',
  costAddendum: `${word(200)};${name(200)}`,
  includes: `${word(200)};${name(200)}`,
  shortDescription: `Read ${word(200)}`,
  longDescription: `# ${name(120)}\n\nRead ${word(200)}.\n\n- ${word(200)}\n\n> ${name(200)}\n\n\`${name(200)}\``,
  password: null,
  showWaitlist: true,
  spots: 4,
  options: [
    { kind: 'lodging', name: name(80), description: word(200), price: 10_000, stock: 4 },
    { kind: 'extra', name: name(79), description: word(200), price: 5_000 },
  ],
}

const GUEST = {
  nickname: name(150),
  phone: '+1 505 555 0100',
  address: word(200),
  emergencyContactName: name(150),
  emergencyContactPhone: '+1 505 555 0101',
  foodAllergies: word(200),
  medicalConditions: name(200),
  otherInformation: word(200),
  notes: word(200),
}

/** The tabs of an event's workspace. */
const TABS = ['guests', 'waiting', 'rooms', 'kitchen', 'messages', 'emails', 'photos', 'history']

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })
test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(async ({ page }) => {
  await tidyCalendar(page)
  await tidy(page)
  const rooms = await api<{ id: number; name: string }[]>(page, { method: 'GET', path: 'auth/rooms' })
  for (const { id } of rooms.filter((room) => room.name === name(60)))
    await api(page, { method: 'DELETE', path: `auth/rooms?id=${id}` })
})

/** Lists the elements that are wider than the page, so that a failing test can name them. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    const found = [...document.querySelectorAll('body *')].filter(
      (each) => each.childElementCount === 0 && each.getBoundingClientRect().right > innerWidth + 1,
    )
    return [`${document.documentElement.scrollWidth} px`].concat(
      found.slice(0, 12).map((each) => `${each.tagName}.${each.className} ${each.textContent.slice(0, 30)}`),
    )
  })

async function expectNarrow(page: Page, path: string) {
  await page.goto(path)
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true
  })
  expect.soft(await tooWide(page), path).toEqual([])
}

test(
  'fits pages to a 360 px phone, however long the words on them are (R48.3)',
  ANY_WIDTH,
  async ({ page, browser, baseURL }) => {
    test.slow()
    const event = await makeEvent(page, EVENT)
    const urlName = event.path.split('/').at(-1) ?? ''
    const past = await makeEvent(page, { ...EVENT, startDateDate: '2020-06-01', endDateDate: '2020-06-05' })
    const post = <Reply>(path: string, body?: object) =>
      api<Reply>(page, { method: 'POST', path, ...(body && { body }) })
    const shown = await api<{ options: { id: number }[] }>(page, {
      method: 'GET',
      path: `auth/event/get?eventUrlName=${urlName}`,
    })
    const { reservationId: id } = await post<{ reservationId: number }>('auth/createReservation', {
      createReservationData: {
        customerName: name(190),
        email: email(),
        eventId: event.id,
        options: shown.options.map((option) => option.id),
        shouldSendEmail: true,
        ...GUEST,
      },
    })
    const { room } = await post<{ room: { id: number } }>('auth/rooms', {
      room: { name: name(60), floor: name(60), beds: ['queen'], notes: word(200) },
    })
    await api(page, {
      method: 'PUT',
      path: 'auth/assignRoom',
      body: { eventId: event.id, reservationId: id, to: { roomId: room.id, bed: 0, side: 0 } },
    })
    const code = name(30)
    await post('auth/codes', {
      code: { code, kind: 'percent', value: 10, eventId: event.id, note: word(200) },
    })
    await post('auth/waitlist/add', {
      waitlistData: { eventId: event.id, customerName: name(190), email: email(), phone: '+1 505 555 0100' },
    })
    const entry = await post<{ id: number }>('calendarCreateEvent')
    await api(page, {
      method: 'PUT',
      path: 'calendarUpdateEvent',
      body: { updateCalendarData: { id: entry.id, name: name(190) } },
    })
    const { hostLink } = await post<{ hostLink: { token: string } }>('auth/hostLink', { eventId: event.id })
    const guest = await api<{ uuid: string; email: string }>(page, {
      method: 'GET',
      path: `auth/reservation?id=${id}`,
    })

    for (const path of [
      '/admin',
      '/admin/history',
      '/admin/emails',
      '/admin/codes',
      '/admin/rooms',
      '/calendar',
      event.path,
      `/create-event/${urlName}`,
      `/create-event?copy=${urlName}`,
      ...TABS.map((tab) => `${event.path}/${tab}`),
      `${event.path}/kitchen?medical=on`,
      `${event.path}/rooms?show=doors`,
      `/reservation/${id}`,
      `/reservation/${id}?edit`,
    ])
      await expectNarrow(page, path)
    await page.goto('/admin')
    await page.getByRole('button', { name: /^Search/ }).click()
    await page.getByRole('dialog').getByRole('combobox').fill(name(30))
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
    expect.soft(await tooWide(page), 'search').toEqual([])

    // Sends the welcome e-mail, because the site sends other e-mails to guests only by day.
    await post('auth/send-welcome', { reservationId: id })
    const mailsToThem = async () => {
      const mails = await page.request.get('/dev/mail.json')
      return ((await mails.json()) as { to: unknown; html: string }[]).filter(({ to }) =>
        JSON.stringify(to).includes(name(40)),
      )
    }
    await expect.poll(async () => (await mailsToThem()).length).toBeGreaterThan(1)
    const htmls = await mailsToThem()
    for (const { html } of htmls) {
      await page.setContent(html)
      expect.soft(await tooWide(page), html.slice(0, 300)).toEqual([])
    }

    const visitor = await (
      await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: baseURL ?? '' })
    ).newPage()
    for (const path of [
      '/events',
      event.path,
      past.path,
      `${event.path}/sign-up`,
      `${event.path}/waitlist`,
      `/complete-reservation/${guest.uuid}`,
      `/complete-reservation/${guest.uuid}/data`,
      `/host/${hostLink.token}`,
    ])
      await expectNarrow(visitor, path)
    await visitor.context().close()
  },
)
