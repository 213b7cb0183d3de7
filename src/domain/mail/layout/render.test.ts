import { describe, expect, it } from 'vitest'
import {
  deposit,
  type EmailContent,
  free,
  lateRefund,
  lateRefundAdmin,
  paidInFull,
  paidTheRest,
  renderEmail,
  retreatCancelled,
  samples,
  signedUpByAdmin,
  totals,
  welcome,
  written,
} from '#test/support/mail/samples.ts'

/** Returns the text of an HTML e-mail that a reader sees, without tags and styles and with entities decoded. */
const words = (html: string) =>
  html
    .replaceAll(/<(style|title)[^>]*>.*?<\/\1>/gs, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')

const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

/**
 * Expects all phrases and links in the HTML and in the plain text. In the plain text, each link must have a line of
 * its own.
 */
async function expectBoth(mail: EmailContent, { says, links }: { says: string[]; links: string[] }) {
  const { subject, html, text } = await renderEmail(mail)
  const read = words(html)
  const spoken = text.replaceAll(/\s+/g, ' ')
  for (const phrase of says) {
    expect(read).toContain(phrase)
    expect(spoken).toContain(phrase)
  }
  for (const link of links) {
    expect(hrefs(html)).toContain(link)
    expect(text.split('\n').map((line) => line.trim())).toContain(link)
  }
  return { subject, html, text, read, spoken }
}

it('wraps a long web address in an e-mail, so that the e-mail stays as narrow as the phone', async () => {
  const { html } = await renderEmail({ ...written, body: `https://maps.example/${'a'.repeat(300)}` })
  expect(html).toMatch(/<p[^>]*overflow-wrap:anywhere[^>]*><a [^>]*href="https:\/\/maps\.example\/aaa/)
})

it("in an admin's message, ends a link with a closing bracket only if the link contains the opening one", async () => {
  const land = 'https://en.example.test/wiki/Mesa_(landform)'
  const { html } = await renderEmail({ ...written, body: `It is ${land} (see https://example.test/a).` })
  const links = [...html.matchAll(/href="(https:[^"]*example\.test[^"]*)"/g)].map(([, href]) => href)
  expect(links).toEqual([land, 'https://example.test/a'])
})

it("omits “reply to this email” in an e-mail to the venue's staff", async () => {
  expect((await renderEmail(deposit)).html).toContain('Just reply to this email')
  const { html, text } = await renderEmail(lateRefundAdmin)
  expect(`${html}${text}`).not.toContain('Just reply to this email')
})

describe('the invoice-success e-mail', () => {
  const { reservation, directions, packingList } = deposit.links
  const links = [reservation, directions, packingList]

  it('lists the deposit that was paid, what is due when, and the total', async () => {
    const { subject, text } = await expectBoth(deposit, {
      says: [
        "Howdy Ada, Your payment succeeded and your spot is yours. Grab your boots and we'll see you soon.",
        'Deposit, paid on Sat, Nov 21, 2026',
        'Remainder, due by Wed, Jan 20, 2027',
        'Still to pay',
        'Pay what’s left by Wed, Jan 20, 2027',
        'Fri, Feb 19 – Tue, Feb 23, 2027',
        'we’ll help you get it',
        'After the event, we delete',
      ],
      links,
    })
    expect(subject).toBe('You’re in: Leather and Light')
    expect(text).toContain(
      'Total: $900.00\nPaid: $450.00\n– Deposit, paid on Sat, Nov 21, 2026: $450.00\nStill to pay: $450.00\n– Remainder, due by Wed, Jan 20, 2027: $450.00\n',
    )
  })

  it('shows that nothing is left to pay when the full price is paid at sign-up', async () => {
    const { text, read } = await expectBoth(paidInFull, {
      says: ['your stay is paid in full', 'Still to pay', '$0.00', '$900.00'],
      links,
    })
    expect(text).toContain('Still to pay: $0.00')
    expect(read).not.toContain('Pay what’s left')
  })

  it('shows all payments and the latest one when the remainder is paid later', async () => {
    const { subject, text } = await expectBoth(paidTheRest, {
      says: ['Remainder, paid on', '$450.00'],
      links,
    })
    expect(text).toContain('Paid: $900.00\n– Remainder, paid on Sat, Nov 21, 2026: $450.00\n')
    expect(subject).toBe('Paid in full: Leather and Light')
  })

  it('confirms a free event without mentioning money, and can have a greeting without a name', async () => {
    const { read } = await expectBoth(free, {
      says: ['Howdy, Your spot is yours, and there is nothing to pay.', 'Fri, Feb 19, 2027'],
      links,
    })
    expect(read).not.toContain('$')
  })

  it('mentions no money for an event with a hidden price (R9.8)', async () => {
    const { read } = await expectBoth({ ...free, price: 'none' }, { says: ['Your spot is yours.'], links })
    expect(read).not.toMatch(/\$|nothing to pay|free/i)
  })

  it('marks a remainder that is due now', async () => {
    const open = [{ label: 'Remainder', amount: 45_000, due: '2026-11-20', dueNow: true }]
    await expectBoth({ ...deposit, open }, { says: ['Remainder, due now', '$450.00'], links })
  })
})

describe('the signup-success-simple e-mail', () => {
  const { reservation, directions, packingList, terms } = signedUpByAdmin.links

  it('lists what the guest still has to do on the private page: details and payment', async () => {
    const { subject, text } = await expectBoth(signedUpByAdmin, {
      says: [
        'Howdy Ada, We have signed you up, and your spot is yours. There are two things left',
        'Complete your details and pay',
        'Tell us about yourself',
        'Pay the deposit',
        'Pay the remainder by Wed, Jan 20, 2027',
        'keep it to yourself',
      ],
      links: [reservation, directions, packingList, terms],
    })
    expect(subject).toBe('You’re signed up: Leather and Light')
    expect(text).toContain('Deposit, due now: $450.00')
    expect(text).toContain('Remainder, due by Wed, Jan 20, 2027: $450.00')
    expect(text).toContain('Total: $900.00\nPaid: $0.00\nStill to pay: $900.00\n')
  })

  it('asks only for what is still missing', async () => {
    const links = [reservation]
    const free = { ...signedUpByAdmin, ...totals({ totalDue: 0, totalPaid: 0, open: [] }) }
    const { read } = await expectBoth(free, { says: ['Complete your details'], links })
    expect(read).not.toMatch(/\$|pay/i)
    const told = { ...signedUpByAdmin, detailsMissing: false }
    const asked = await expectBoth(told, { says: ['See your stay and pay'], links })
    expect(asked.read).not.toContain('Tell us about yourself')
    await expectBoth(
      { ...free, detailsMissing: false },
      { says: ['See your stay', 'Grab your boots'], links },
    )
    const half = {
      ...told,
      ...totals({ totalDue: 90_000, totalPaid: 45_000, open: signedUpByAdmin.open.slice(1) }),
    }
    await expectBoth(half, {
      says: ['pay what’s left', 'Still to pay', 'Pay what’s left by Wed, Jan 20, 2027'],
      links,
    })
    const lesson = { label: 'Leather lesson', amount: 8_550, due: null, dueNow: false }
    const whole = { label: 'The whole stay', amount: 90_000, due: '2026-11-21', dueNow: true }
    const open = [whole, lesson]
    const all = await expectBoth(
      { ...told, ...totals({ totalDue: 98_550, totalPaid: 0, open }) },
      { says: ['pay for your stay', 'Leather lesson: $85.50'], links },
    )
    expect(all.read).not.toContain('Pay the deposit')
  })
})

describe('the late-refund e-mail', () => {
  it('states the refund in full, with links to the waitlist or other dates', async () => {
    const { event, events } = lateRefund.links
    await expectBoth(lateRefund, {
      says: ['Full refund', '$450.00', 'will be refunded'],
      links: [event, events],
    })
    const { html } = await renderEmail({ ...lateRefund, waitlist: false })
    expect(hrefs(html)).toContain(events)
    expect(hrefs(html)).not.toContain(event)
  })

  it('does not mention a hold if the stay was canceled before the payment', async () => {
    const { html } = await expectBoth(
      { ...lateRefund, stay: 'stay-cancelled' },
      { says: ['$450.00', 'after your stay had been canceled'], links: [] },
    )
    expect(html).not.toMatch(/hold your spot|apology/)
    await expectBoth(
      { ...lateRefundAdmin, stay: 'stay-cancelled' },
      { says: ['arrived after it had been canceled', 'reservation 17'], links: [] },
    )
  })

  it('tells the admin the reservation and the guest, and whether the refund failed', async () => {
    const { subject } = await expectBoth(lateRefundAdmin, {
      says: ['reservation 17', 'Ada Lovelace', '$450.00', 'We’re refunding'],
      links: ['https://ranch.example/reservation/17'],
    })
    expect(subject).not.toContain('Ada')
    await expectBoth(
      { ...lateRefundAdmin, refund: 'failed' },
      { says: ['Please refund it in the Stripe dashboard'], links: [] },
    )
  })
})

async function subjectOf(
  name: string,
  mail: Extract<EmailContent, { event: object }> = welcome,
): Promise<string> {
  const { subject, html } = await renderEmail({ ...mail, event: { ...mail.event, name } })
  expect(words(html)).toContain(name)
  return subject
}

const linksWith = async (hostCell: string) => hrefs((await renderEmail({ ...welcome, hostCell })).html)

describe('every e-mail (R9.3)', () => {
  it.each(samples)(
    'renders $type ($variant) with a preview text, a language and dark mode, and without scripts or images',
    async ({ mail }) => {
      const { html, text, subject } = await renderEmail(mail)
      expect(html).toMatch(/^<!DOCTYPE html/)
      expect(html).toContain('lang="en"')
      expect(html).toContain('prefers-color-scheme:dark')
      expect(html).toContain(`<title>${subject.replaceAll("'", '&#x27;')}</title>`)
      expect(html).not.toMatch(/<script|<img|url\(/)
      expect(subject.length).toBeLessThanOrEqual(60)
      expect(subject).not.toMatch(/Ada|Lovelace/)
      // Gmail cuts off e-mails that are longer than 102 KB.
      expect(html.length).toBeLessThan(60_000)
      expect(text).not.toMatch(/<|&[a-z]+;|undefined|null/)
    },
  )

  it('shortens the event’s name after a whole word if the subject is too long', async () => {
    const long = 'The Long and Unhurried Autumn Gathering for Everybody Who Sleeps Late'
    expect(await subjectOf(long)).toBe('See you in a week: The Long and Unhurried Autumn Gathering…')
    expect(await subjectOf(long, lateRefundAdmin)).toMatch(/… \(reservation 17\)$/)
    expect(await subjectOf('🤠'.repeat(80))).toBe(`See you in a week: ${'🤠'.repeat(40)}…`)
    expect(await subjectOf('x'.repeat(41))).toBe(`See you in a week: ${'x'.repeat(41)}`)
  })

  it('lists many invoices in a table, and asks the guest to pay them in a single step', async () => {
    const open = Array.from({ length: 12 }, (_, index) => {
      return { label: `Lesson ${index + 1}`, amount: 1_000 + index, due: '2027-01-20', dueNow: false }
    })
    const { text } = await renderEmail({ ...welcome, ...totals({ totalDue: 12_066, totalPaid: 0, open }) })
    expect(text.match(/Lesson \d+, due by Wed, Jan 20, 2027: /g)).toHaveLength(12)
    expect(text).toContain('Still to pay: $120.66')
    expect(text.match(/\. Pay /g)).toEqual(['. Pay '])
    expect(text).toContain('The first is Lesson 1, $10.00, due by Wed, Jan 20, 2027.')
  })

  it('turns a phone number into a link only if a phone can call it', async () => {
    expect(await linksWith('+1 (505) 555-0112')).toContain('tel:+15055550112')
    expect(await linksWith('June, 505 555 0112')).toContain('tel:+15055550112')
    expect((await linksWith('ask at gate 7')).join()).not.toContain('tel:')
    expect((await linksWith('javascript:alert(1)')).join()).not.toMatch(/tel:|javascript/)
  })

  it('shows what people typed as plain text, never as markup', async () => {
    const nasty = '</td><script>alert("1")</script> & <b>'
    const event = { ...deposit.event, name: nasty, host: nasty }
    const named = { label: nasty, amount: 45_000 }
    const money = { paid: { ...named, on: '2026-11-21' }, open: [{ ...named, due: null, dueNow: false }] }
    const { html, read } = await expectBoth({ ...deposit, ...money, event }, { says: [nasty], links: [] })
    expect(html).not.toMatch(/<script|<b>/)
    expect(read).toContain(nasty)
    for (const mail of [
      { ...lateRefundAdmin, guestName: nasty },
      { ...welcome, event, guest: nasty, hostCell: nasty, arrive: nasty, leave: nasty },
      { ...retreatCancelled, event, guest: nasty },
    ])
      expect((await renderEmail(mail)).html).not.toMatch(/<script|<b>/)
  })
})
