/**
 * Lists every page of `routes.ts`, with addresses at which the page has much content. A test fails if a page
 * is missing in this list.
 */
import { expect, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../../src/app/routes.ts'
import type { Register } from '#domain/money/slips/contract.ts'
import { api } from './api.ts'
import { mailsTo, newEmail } from './guest.ts'
import { GUEST_DETAILS, payDeposit } from './money.ts'
import { makeEvent, makeGuest } from './roster.ts'

/**
 * Ids and secrets of the records that a test creates so that pages have content. The pages' addresses contain
 * them.
 */
export interface Made {
  urlName: string
  reservationId: number
  /** The id of a deposit slip. */
  slipId: number
  uuid: string
  host: string
  preview: string
  takeOver: string
  confirm: string
  offer: string
  waitlist: string
}

/** For tests that create no record, or only some. */
export const NOTHING: Made = {
  urlName: '',
  reservationId: 0,
  slipId: 0,
  uuid: '',
  host: '',
  preview: '',
  takeOver: '',
  confirm: '',
  offer: '',
  waitlist: '',
}

interface Addresses {
  /** Addresses to open as a visitor without a session. */
  guest?: string[]
  /** Addresses to open in a browser that may see the family's pages. */
  family?: string[]
  admin?: string[]
}

const ABOUT_EVENTS = ['leather-and-light', 'founders-quiet-week', 'reunion', 'field-guide', 'spring-branding']

/** Returns the addresses to open for each page, by the page's path in `routes.ts`. */
export const pagesOf = (made: Made): Record<string, Addresses> => ({
  '': { guest: ['/', '/?signIn=failed'], admin: ['/'] },
  events: { guest: ['/events'], admin: ['/events'] },
  'event/:eventUrlName': {
    guest: [`/event/${made.urlName}`, ...ABOUT_EVENTS.map((name) => `/event/${name}`)],
    admin: [`/event/${made.urlName}`, ...ABOUT_EVENTS.map((name) => `/event/${name}`)],
  },
  'event/:eventUrlName/sign-up': {
    guest: [`/event/${made.urlName}/sign-up`, '/event/open-ranch-day/sign-up'],
  },
  'event/:eventUrlName/waitlist': { guest: ['/event/founders-quiet-week/waitlist'] },
  'complete-reservation/:uuid': {
    guest: [`/complete-reservation/${made.uuid}`, `/complete-reservation/${randomUUID()}`],
  },
  'complete-reservation/:uuid/data': { guest: [`/complete-reservation/${made.uuid}/data`] },
  'confirm/:token': { guest: [`/confirm/${made.confirm}`, `/confirm/${randomUUID()}`] },
  'offer/:token': { guest: [`/offer/${made.offer}`, `/offer/${randomUUID()}`] },
  'waitlist/:token': { guest: [`/waitlist/${made.waitlist}`, `/waitlist/${randomUUID()}`] },
  'host/:token': { guest: [`/host/${made.host}`, `/host/${randomUUID()}`] },
  'preview/:token': { guest: [`/preview/${made.preview}`, `/preview/${randomUUID()}`] },
  'take-over/:token': { guest: [`/take-over/${made.takeOver}`, `/take-over/${randomUUID()}`] },
  'lost-link': { guest: ['/lost-link'] },
  'retreat-space': { guest: ['/retreat-space'] },
  'the-center': { guest: ['/the-center'] },
  'the-land': { guest: ['/the-land'] },
  'sustainable-ranching': { guest: ['/sustainable-ranching'] },
  'our-history': { guest: ['/our-history'] },
  testimonials: { guest: ['/testimonials'] },
  contact: { guest: ['/contact'] },
  questions: { guest: ['/questions'] },
  'terms-of-stay': { guest: ['/terms-of-stay'] },
  'packing-list': { guest: ['/packing-list'] },
  directions: { guest: ['/directions', `/directions?attendee=${made.uuid}`] },
  offline: { guest: ['/offline'] },
  family: { guest: ['/family'] },
  calendar: { guest: ['/calendar'], family: ['/calendar'], admin: ['/calendar'] },
  admin: { admin: ['/admin'] },
  'admin/payments': { admin: ['/admin/payments', '/admin/payments?do=remind'] },
  'admin/refunds': { admin: ['/admin/refunds'] },
  'admin/outlook': { admin: ['/admin/outlook'] },
  'admin/people': { admin: ['/admin/people'] },
  'admin/notifications': { admin: ['/admin/notifications'] },
  'admin/history': { admin: ['/admin/history'] },
  'admin/emails': { admin: ['/admin/emails'] },
  'admin/system': { admin: ['/admin/system'] },
  'admin/statements': { admin: ['/admin/statements'] },
  'admin/year': { admin: ['/admin/year'] },
  'admin/taxes': { admin: ['/admin/taxes'] },
  'admin/open-balances': { admin: ['/admin/open-balances'] },
  'admin/checks': { admin: ['/admin/checks'] },
  'admin/checks/slip/:slipId': { admin: [`/admin/checks/slip/${made.slipId}`] },
  'admin/codes': { admin: ['/admin/codes'] },
  'admin/rooms': { admin: ['/admin/rooms'] },
  'event/:eventUrlName/guests': { admin: [`/event/${made.urlName}/guests`] },
  'event/:eventUrlName/waiting': {
    admin: [`/event/${made.urlName}/waiting`, '/event/founders-quiet-week/waiting'],
  },
  'event/:eventUrlName/kitchen': { admin: [`/event/${made.urlName}/kitchen?medical=on`] },
  'event/:eventUrlName/messages': { admin: [`/event/${made.urlName}/messages`] },
  'event/:eventUrlName/emails': { admin: [`/event/${made.urlName}/emails`] },
  'event/:eventUrlName/photos': { admin: [`/event/${made.urlName}/photos`] },
  'event/:eventUrlName/history': { admin: [`/event/${made.urlName}/history`] },
  'event/:eventUrlName/rooms': {
    admin: [`/event/${made.urlName}/rooms`, `/event/${made.urlName}/rooms?show=doors`],
  },
  'create-event': { admin: ['/create-event', `/create-event?copy=${made.urlName}`] },
  'create-event/:eventUrlName': { admin: [`/create-event/${made.urlName}`] },
  'reservation/:reservationId': {
    admin: [`/reservation/${made.reservationId}`, `/reservation/${made.reservationId}?edit`],
  },
  callback: { guest: ['/callback?code=stolen&state=made-up'] },
  'inner-creative': { guest: ['/inner-creative'] },
  'dev/parts': { guest: ['/dev/parts'] },
  '*': { guest: ['/nowhere', '/event/no-such-event'], admin: ['/admin/nowhere'] },
})

/** Returns the paths of all routes that show a page. Other routes (`….ts`) serve files and documents. */
export function pathsOfPages(entries: RouteConfigEntry[] = routes, above = ''): string[] {
  return entries.flatMap(({ path, file, children }) => {
    const whole = [above, path].filter(Boolean).join('/')
    if (children) return pathsOfPages(children, whole)
    return file.endsWith('.tsx') ? [whole] : []
  })
}

/** Returns the paths of the pages in `routes.ts` that only staff can open. */
export const pathsOfDesk = (): string[] =>
  pathsOfPages(routes.filter(({ file }) => file === 'admin/admin-area.tsx'))

/** Deposits one of the sample data's checks at the bank, and returns the id of the slip. */
export async function makeSlip(page: Page): Promise<number> {
  const { received } = await api<Register>(page, { method: 'GET', path: 'auth/checks' })
  const found = received.find(({ method, toDeposit }) => method === 'check' && toDeposit > 0)
  const body = { paymentIds: [found?.paymentId], depositedOn: found?.day }
  return (await api<{ slip: { id: number } }>(page, { method: 'POST', path: 'auth/depositSlip', body })).slip
    .id
}

const DAY_MS = 86_400_000
const soon = () => new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10)

/** Creates the records that the pages show. The browser must be signed in as an admin. */
export async function makeAll(page: Page): Promise<Made> {
  const post = <Reply>(path: string, body?: object) =>
    api<Reply>(page, { method: 'POST', path, ...(body && { body }) })
  const uuidOf = async (id: number) => {
    const path = `auth/reservation?id=${id}`
    return (await api<{ uuid: string }>(page, { method: 'GET', path })).uuid
  }
  const tokenFor = async (email: string, link: RegExp) => {
    const found = async () => {
      const mails = await mailsTo(page.request, email)
      return mails.map(({ text }) => link.exec(text)?.[1] ?? '').find((token) => token !== '') ?? ''
    }
    await expect.poll(found, { timeout: 30_000 }).not.toBe('')
    return found()
  }

  const event = await makeEvent(page, { spots: 8, showWaitlist: true })
  const { id: reservationId } = await payDeposit(page, event.id, newEmail())
  await makeGuest(page, event.id, { customerName: 'Bo Diaz', foodAllergies: 'Peanuts' })
  const { hostLink } = await post<{ hostLink: { token: string } }>('auth/hostLink', { eventId: event.id })

  const draft = await makeEvent(page, { status: 'draft' })
  const preview = await post<{ token: string }>('auth/event/previewLink', { eventId: draft.id })

  const near = await makeEvent(page, {
    spots: 3,
    showWaitlist: true,
    startDateDate: soon(),
    endDateDate: soon(),
  })
  const [gus = 0, gone = 0, last = 0] = [
    await makeGuest(page, near.id, { customerName: 'Gus One' }),
    await makeGuest(page, near.id, { customerName: 'Gus Two' }),
    await makeGuest(page, near.id, { customerName: 'Gus Three' }),
  ]
  expect(last).toBeGreaterThan(0)
  const { passOn } = await post<{ passOn: { token: string } }>('reservation/replacement', {
    uuid: await uuidOf(gus),
  })
  const [ana, ben] = [newEmail(), newEmail()]
  await post('createWaitlist', { waitlistData: { eventId: near.id, customerName: 'Ana Doe', email: ana } })
  const entry = await post<{ id: number }>('auth/waitlist/add', {
    waitlistData: { eventId: near.id, customerName: 'Ben Doe', email: ben },
  })
  const off = { eventId: near.id, on: false }
  await api(page, { method: 'PUT', path: 'auth/waitlist/offers', body: off })
  await api(page, { method: 'DELETE', path: `auth/deleteReservation?id=${gone}&force=true` })
  await post('auth/waitlist/offer', { id: entry.id })

  const free = await makeEvent(page, { cost: 0 })
  const payer = newEmail()
  await post('createReservation', {
    createReservationData: {
      eventId: free.id,
      customerName: 'Cy Doe',
      email: payer,
      amount: 0,
      attempt: randomUUID(),
      ...GUEST_DETAILS,
      nickname: 'Cy',
      companions: [{ customerName: 'Di Doe', email: newEmail() }],
    },
  })
  return {
    urlName: event.path.split('/').at(-1) ?? '',
    reservationId,
    slipId: await makeSlip(page),
    uuid: await uuidOf(reservationId),
    host: hostLink.token,
    preview: preview.token,
    takeOver: passOn.token,
    confirm: await tokenFor(payer, /\/confirm\/([\w-]+)/),
    offer: await tokenFor(ben, /\/offer\/([0-9a-f-]{36})/),
    waitlist: await tokenFor(ana, /\/waitlist\/([0-9a-f-]{36})/),
  }
}
