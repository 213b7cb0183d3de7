import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { EventDetails, EventSummary } from '#domain/events/contract/events.ts'
import { ClosedForm } from '../sign-up/form-parts.tsx'
import { eventMeta } from '../event/event.tsx'
import { EventBody, EventBanner, PdfBody } from '../event/event-body.tsx'
import EventsPage from './events.tsx'
import { details, summary } from '#test/support/app/details.ts'

function html(element: React.ReactElement): string {
  const Stub = createRoutesStub([{ path: '/events', Component: () => element }])
  return renderToStaticMarkup(<Stub initialEntries={['/events']} />).replaceAll(/\s+/g, ' ')
}

const wordsOf = (shown: string) => shown.replaceAll(/<[^>]*>/g, '')

const page = (events: EventSummary[]) => ({ events, nextCursor: null })

const listOf = (current: EventSummary[], past: EventSummary[] = []) => {
  const props = { loaderData: { current: page(current), past: page(past) } }
  return html(<EventsPage {...(props as unknown as Parameters<typeof EventsPage>[0])} />)
}

const cardOf = (event: EventSummary) => wordsOf(/<article(.*?)<\/article>/.exec(listOf([event]))?.[1] ?? '')

describe('the page with coming and past events', () => {
  test('asks the visitor to check back if no event is coming, and has no list of past events if there are none (R10.5)', () => {
    const empty = listOf([])
    expect(empty).toContain('Available Events &amp; Retreats</h1>')
    expect(empty).toContain('Nothing public right now, please check back soon!')
    expect(empty).not.toContain('Previous Events')
  })

  test("shows on a card in the event's color its name, dates, free spots and picture (R10.5)", () => {
    const [, card = ''] = /<article(.*?)<\/article>/.exec(listOf([summary])) ?? []
    expect(card).toContain('href="/event/leather-and-light"')
    expect(card).toContain('Leather &amp; Light')
    expect(card).toContain('May 6 – 10, 2027')
    expect(card).toContain('Open for Registration')
    expect(card).toMatch(/style="[^"]*#c0ffee/i)
    expect(card).toMatch(/<img[^>]* src="\/pictures\/leather/)
  })

  test('says on a card in one sentence what the event is, how many nights it has, and what it includes (R54.4)', () => {
    expect(cardOf(summary)).toMatch(/May 6 – 10, 2027\s*4 nights · \$900\.00/)
    expect(cardOf(summary)).toContain('Five days at the bench.')
    expect(cardOf({ ...summary, includes: 'A bed; Meals ;Tools;Stars' })).toContain(
      'Includes: A bed · Meals · Tools',
    )
    expect(cardOf({ ...summary, endDateDate: summary.startDateDate })).toContain('1 day ·')
    expect(cardOf({ ...summary, includes: null })).not.toContain('Includes')
  })

  test("shows a past event's name, link and short description (R10.5)", () => {
    const [, section = ''] = /<section [^>]*class="previous(.*?)<\/section>/.exec(listOf([], [summary])) ?? []
    expect(section).toContain('Previous Events &amp; Retreats')
    expect(section).toMatch(/<a href="\/event\/leather-and-light"[^>]*>Leather &amp; Light<\/a>/)
    expect(section).toContain('Five days at the bench.')
  })

  test('marks a canceled event in the lists of coming and past events', () => {
    const cancelled = { ...summary, cancelled: true }
    const [, card = ''] = /<article(.*?)<\/article>/.exec(listOf([cancelled])) ?? []
    expect(card).toContain('Canceled')
    expect(card).not.toContain('Open for Registration')
    expect(listOf([], [cancelled])).toContain('This retreat has been canceled.')
  })
})

const body = (event: EventDetails) => html(<EventBody event={event} onAct={() => {}} />)
const bodyUnderThanks = (event: EventDetails) => html(<EventBody event={event} onAct={null} />)

describe('the page of one event', () => {
  test("shows an event's picture, name, host and dates at the top (R10.6)", () => {
    const top = html(<EventBanner event={details} />)
    expect(top).toMatch(/<img[^>]* src="\/pictures\/leather/)
    expect(top).toContain('<h1>Leather &amp; Light</h1>')
    expect(top).toContain('<span>WITH</span> <span translate="no">June Alder</span>')
    expect(top).toContain('Thu, May 6 – Mon, May 10, 2027')
  })

  test("shows an event's texts, second picture and photos (R10.6)", () => {
    const shown = body(details)
    expect(shown).toContain('Five days at the bench.')
    expect(shown).toContain('<p>Mornings are quiet.</p><p>Evenings are not.</p>')
    expect(shown).toMatch(/<img[^>]* src="\/pictures\/room/)
    expect(shown).toMatch(
      /<img[^>]* src="\/pictures\/table[^>]* alt="The long table"|alt="The long table"[^>]* src="\/pictures\/table/,
    )
  })

  test("shows an event's photos in a carousel, and no carousel without photos", () => {
    expect(body(details)).toMatch(/aria-roledescription="carousel" aria-label="Photos"/)
    expect(body({ ...details, photos: [] })).not.toContain('carousel')
  })

  test('shows a table of dates, location, included services and cost, with lists split into lines (R10.6, R10.11)', () => {
    const [, table = ''] = /<table class="event-facts">(.*?)<\/table>/.exec(body(details)) ?? []
    const rows = [...table.matchAll(/<th scope="row">(\w+)<\/th><td>(.*?)<\/td>/g)]
    expect(rows.map(([, head, cell]) => [head, cell])).toEqual([
      ['Dates', 'May 6, from noon – May 10'],
      ['Location', 'Twelve Mile Ranch, New Mexico'],
      [
        'Includes',
        '<ul class="plain-list"><li><span>A bed</span></li><li><span>Three meals</span></li></ul>',
      ],
      [
        'Cost',
        '<strong><span><span translate="no">$900.00</span></span></strong><span> per person</span><ul class="plain-list"><li><span>Leather $40</span></li><li><span>Tools to borrow</span></li></ul>',
      ],
    ])
  })

  test('shows the cost of a free event in the table, but no cost if it is -1, which means not shown (R10.7)', () => {
    const unpriced = body({
      ...details,
      cost: -1,
      priceFrom: -1,
      deposit: 0,
      remainder: 0,
      remainderDue: null,
      dueNow: 0,
    })
    expect(unpriced).not.toContain('>Cost<')
    expect(body({ ...details, cost: 0, priceFrom: 0, dueNow: 0 })).toContain('>Cost<')
  })

  test('says that an event is canceled, and shows no button to sign up', () => {
    const cancelled = { ...details, cancelled: true }
    for (const shown of [
      body(cancelled),
      html(<PdfBody event={{ ...cancelled, pdfLink: '/documents/guide.pdf' }} onAct={() => {}} />),
    ]) {
      expect(shown).toContain('This retreat has been canceled.')
      expect(shown).not.toMatch(/<button[^>]*>(Sign up|Reserve a spot|Join)/)
      expect(shown).not.toContain('Open for Registration')
    }
    expect(body(cancelled)).not.toContain('$450.00')
  })

  test.each([
    ['Reserve a spot', false],
    ['Join the Waitlist', true],
  ])('shows the PDF of an event in a frame, with the button "%s" (R10.9)', (words, isFull) => {
    const event = { ...details, pdfLink: '/documents/guide.pdf', isFull }
    const shown = html(<PdfBody event={event} onAct={() => {}} />)
    expect(shown).toMatch(/<iframe[^>]* src="\/documents\/guide.pdf"/)
    expect(shown).toContain(`>${words}</button>`)
  })
})

const titleOf = (form?: string) =>
  eventMeta(
    [{ loaderData: { site: { publicUrl: 'https://ranch.example' } } }, { loaderData: { event: details } }],
    form,
  )

const ABOUT: NonNullable<EventDetails['about']> = {
  dayPlan: [{ time: '7:30 AM', what: 'Coffee on the porch' }],
  host: { portrait: '/pictures/host-inez-960.webp', words: 'I make belts.' },
  goodToKnow: { level: 'For beginners', groupSize: null, ages: '14 and older', accessibility: 'No steps' },
  pictures: [{ url: '/pictures/fireside-1600.webp', caption: 'A room in the evening' }],
  quotes: [{ words: 'I made a belt.', by: 'Sample guest' }],
}
const headings = (shown: string) => [...shown.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, words]) => words)

describe('what an event is like', () => {
  test('is on its page: a usual day, the host, good to know, rooms and meals, and quotes (R54.1)', () => {
    const shown = body({ ...details, about: ABOUT })
    for (const part of ['A usual day', 'Your host', 'Good to know', 'Rooms and meals', 'What guests said'])
      expect(headings(shown)).toContain(part)
    expect(wordsOf(shown)).toMatch(/7:30 AM.*Coffee on the porch/)
    expect(shown).toMatch(/<img[^>]* src="\/pictures\/host-inez[^>]* alt="June Alder"/)
    expect(wordsOf(shown)).toMatch(/Accessibility\s*No steps/)
    expect(wordsOf(shown)).not.toContain('Group size')
    expect(shown).toContain('<figcaption>A room in the evening</figcaption>')
    expect(shown).toMatch(/“I made a belt\.”.*Sample guest/)
  })

  test('is left out where an event has none of it (R54.1)', () => {
    expect(headings(body({ ...details, photos: [] }))).toEqual(['How to get here'])
    const empty = { dayPlan: [], host: { portrait: null, words: null }, pictures: [], quotes: [] }
    const facts = { level: null, groupSize: null, ages: 'Adults', accessibility: null }
    const some = body({ ...details, photos: [], about: { ...empty, goodToKnow: facts } })
    expect(headings(some)).toEqual(['Good to know', 'How to get here'])
  })

  test('comes with links to the calendar file and the directions, and a button to share (R54.3)', () => {
    const shown = body(details)
    expect(shown).toContain('href="/event/leather-and-light/calendar.ics"')
    expect(shown).toContain('href="/directions"')
    expect(shown).toContain('data-share="/event/leather-and-light"')
    expect(body({ ...details, cancelled: true })).not.toContain('calendar.ics')
    expect(body({ ...details, hasHappened: true, hasEnded: true })).not.toContain('calendar.ics')
    expect(
      html(<PdfBody event={{ ...details, pdfLink: '/documents/guide.pdf' }} onAct={() => {}} />),
    ).toContain('data-share="/event/leather-and-light"')
  })
})

describe('before and after a sign-up, the page of an event', () => {
  test('repeats the link to the sign-up form after the photos', () => {
    const [, end = ''] = body(details).split('id="photos"')
    expect(end).toMatch(
      /<a class="button button-main" href="\/event\/leather-and-light\/sign-up"[^>]*>Sign up</,
    )
    const [, full = ''] = body({ ...details, isFull: true }).split('id="photos"')
    expect(full).toMatch(/href="\/event\/leather-and-light\/waitlist"[^>]*>Join the waitlist</)
    expect(body({ ...details, isFull: true, showWaitlist: false }).split('id="photos"')[1]).not.toContain(
      'button-main',
    )
  })

  test('shows next to the sign-up button what a guest who cancels gets back, by date, if the event has a price (R31.3)', () => {
    const shown = wordsOf(body(details))
    for (const words of [
      'Until Feb 5, 2027About $436.65 Full refund, minus card fees',
      'Feb 6 – Apr 6, 2027About $324.15 75% refund, minus card fees',
      'From Apr 7, 2027Nothing Unless someone takes your spot',
    ])
      expect(shown).toContain(words)
    // On the 30th day before the start the full price is due, and 75 % of it is refunded.
    const late = { ...details, today: '2027-04-06', dueNow: 90_000, remainder: 0, remainderDue: null }
    expect(wordsOf(body(late))).toContain('Until the end of todayAbout $648.60')
    expect(wordsOf(body({ ...late, today: '2027-04-07' }))).not.toContain('75%')
    expect(body({ ...details, cost: 0, priceFrom: 0, dueNow: 0 })).not.toContain('refund')
  })

  test('names other events with free spots if visitors cannot sign up for this event (R31.2)', () => {
    const full = { ...details, isFull: true, showWaitlist: false }
    const other = { ...summary, id: 2, name: 'Star Week', urlName: 'star-week' }
    const shown = html(<ClosedForm event={full} others={[other]} />)
    expect(shown).toMatch(/Retreats with room<\/h2>.*href="\/event\/star-week"/)
    expect(html(<ClosedForm event={full} others={[]} />)).not.toContain('Retreats with room')
  })

  test('repeats the number of free spots below the confirmation of a sign-up, but not the advice to check back', () => {
    const full = { ...details, isFull: true, spotsLeft: 0, showWaitlist: false }
    expect(body(full)).toMatch(/No spaces left[^]*check back here/)
    expect(bodyUnderThanks(full)).toContain('No spaces left')
    expect(bodyUnderThanks(full)).not.toContain('check back here')
    expect(bodyUnderThanks({ ...details, spotsLeft: 2 })).toContain('Only 2 Spaces Left')
  })

  test("names the form and the event in the title of a form's page (R31.7)", () => {
    expect(titleOf('Sign up')).toContainEqual({ title: 'Sign up · Leather & Light · Twelve Mile Ranch' })
    expect(titleOf()).toContainEqual({ title: 'Leather & Light · Twelve Mile Ranch' })
  })
})
