/** Text that several e-mail types share: subject and greeting, and blocks about stays and money. Pure. */
import { formatDay, formatDayRange } from '#shared/format-days.ts'
import { phoneHref } from '#shared/phones.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { oneLine } from '#shared/text.ts'
import { venue } from '#shared/venue.ts'
import type { Block, Fact, MoneyRow, Paragraph, Step, WrittenEmail } from './definition.ts'
import {
  type ByCard,
  type ComingStay,
  type Companion,
  type DatedStay,
  type EmailEvent,
  type InvoiceTold,
  type RefundTotals,
  type OpenInvoice,
  type PricedStay,
  type StayLinks,
  sum,
  type ToGuest,
  type toHouse,
} from './shared-facts.ts'

interface Words extends Pick<WrittenEmail, 'preheader' | 'footer' | 'toUs'> {
  /** In order. Entries that are `false` or null are left out. */
  blocks: (Block | false | null)[]
  /** The beginning of the subject: the e-mail in a few words. */
  opening: string
  /** The end of the subject. Never shortened. */
  ending?: string
  /** The line above the event's name. Defaults to the opening. */
  kicker?: string
  /** The greeting. Defaults to "Howdy". */
  hello?: 'Hello'
}

/** Builds the frame of an e-mail about one event: a subject that fits its length, the heading and the greeting. */
export function email({ guest, event }: ToGuest, words: Words): WrittenEmail {
  const { opening, ending = '', kicker = opening, hello = 'Howdy', blocks, ...written } = words
  const room = SUBJECT_LENGTH - opening.length - ending.length - 2
  return {
    subject: `${opening}: ${shortened(event.name, room)}${ending}`,
    heading: { kicker, title: event.name, detail: formatDayRange(event.startDateDate, event.endDateDate) },
    greeting: guest === null ? `${hello},` : `${hello} ${guest},`,
    blocks: blocks.filter((block) => block !== false && block !== null),
    ...written,
  }
}

/** Builds an e-mail whose small print links the terms and says when data is deleted. */
export function emailWithTerms(
  facts: ToGuest & { links: Pick<StayLinks, 'terms'> },
  words: Omit<Words, 'footer'>,
): WrittenEmail {
  const terms = { label: 'Terms of Stay', href: facts.links.terms }
  const footer = [{ text: 'Plans change. What happens then is in our', link: terms }, DELETED]
  return email(facts, { ...words, footer })
}

/** Builds an e-mail to the ranch about a reservation. */
export const emailToHouse = (
  { event, reservationId }: { event: EmailEvent; reservationId: number },
  words: Omit<Words, 'hello' | 'ending' | 'footer' | 'toUs'>,
): WrittenEmail => {
  const ending = ` (reservation ${reservationId})`
  return email({ event, guest: null }, { ...words, ending, hello: 'Hello', footer: [], toUs: true })
}

export const reservationFacts = ({ reservationId, guestName }: ReturnType<typeof toHouse>): Fact[] => [
  fact('Reservation', String(reservationId)),
  ...(guestName === null ? [] : [fact('Guest', guestName)]),
]

/** Mail programs cut off longer subjects. */
const SUBJECT_LENGTH = 60

/** Shortens a name after a whole word if possible. */
function shortened(name: string, room: number): string {
  // Counts characters as people see them, because half of one would show as a box.
  const characters = Array.from(new Intl.Segmenter('en').segment(name), ({ segment }) => segment)
  if (characters.length <= room) return name
  const kept = characters.slice(0, room - 1).join('')
  const words = characters[room - 1] === ' ' ? kept : kept.replace(/\s+\S*$/u, '')
  return `${words.trimEnd() || kept}…`
}

export const text = (words: string, link: Paragraph['link'] = null): Block => ({
  kind: 'text',
  text: words,
  link,
})

export const button = (label: string, href: string, note: string | null = null): Block => ({
  kind: 'button',
  label,
  href,
  note,
})

/** Returns the button that links to the guest's private page. */
export function stayButton(label: string, { reservation }: Pick<StayLinks, 'reservation'>): Block {
  const note =
    'This page is yours alone: anyone with the link can see what you told us, so keep it to yourself.'
  return button(label, reservation, note)
}

export const COMPLETE_DETAILS = 'Complete your details'

/** Returns the button to the private page, labeled with what the guest has to do there. */
export function stayButtonFor({ detailsMissing, open, links }: ComingStay): Block {
  const pay = open.some(({ byCard }) => !byCard) ? ' and pay' : ''
  return stayButton(`${detailsMissing ? COMPLETE_DETAILS : 'See your stay'}${pay}`, links)
}

export const fact = (label: string, value: string, href: string | null = null): Fact => ({
  label,
  value,
  href,
})

/** Returns a phone number as a fact, with a link if the text contains a number. */
export const phoneFact = (label: string, phone: string | null): Fact =>
  phone === null ? fact(label, 'Not given') : fact(label, oneLine(phone), phoneHref(phone))

export const factList = (...rows: Fact[]): Block => ({ kind: 'facts', rows })

export const when = ({ startDateDate, endDateDate }: EmailEvent): Fact =>
  fact('When', formatDayRange(startDateDate, endDateDate))

export function withAndWhere({ host }: EmailEvent): Fact[] {
  const where = fact('Where', `${venue.location}. ${venue.locationNote}.`)
  return host ? [fact('With', host), where] : [where]
}

/** Returns arrival and departure as free text, with host and place. */
export const arriveAndLeave = ({ arrive, leave, event }: DatedStay): Block =>
  factList(fact('Arrive', arrive), fact('Leave', leave), ...withAndWhere(event))

export const NEW_DATES = 'The calendar file in this email has the new dates; delete the old ones.'

export const NOT_WANTED = text('If this is not what you wanted, reply to this email, and we will find a way.')

/** Returns the guest's choices as facts. Empty if there are none. */
export const choiceFacts = (choices: string[]): Fact[] =>
  choices.length === 0 ? [] : [fact('You chose', choices.join(', '))]

export const whenAndWhere = (event: EmailEvent, choices: string[] = []): Block =>
  factList(when(event), ...withAndWhere(event), ...choiceFacts(choices))

export const moneyRow = (label: string, cents: Cents, tone: MoneyRow['tone'] = 'plain'): MoneyRow => ({
  label,
  amount: formatMoney(cents),
  tone,
})

export const moneyTable = (...rows: MoneyRow[]): Block => ({ kind: 'money', rows })

export interface MoneyLine {
  label: string
  cents: Cents
}

export const openLines = (open: OpenInvoice[]): MoneyLine[] =>
  open.flatMap((invoice) => invoiceMoney(invoice, dueWords(invoice)))

/** Returns the lines of an invoice, one for each guest it is for. */
export function invoiceMoney({ label, lines = [], amount }: InvoiceTold, how: string): MoneyLine[] {
  if (lines.length === 0) return [{ label: `${label}, ${how}`, cents: amount }]
  return lines.map(({ name, amount: cents }) => ({ label: `${label} for ${name}, ${how}`, cents }))
}

const costRow = (name: string, choices: string[], cents: Cents): MoneyRow =>
  moneyRow(choices.length === 0 ? name : `${name}: ${choices.join(', ')}`, cents)

/** Returns the cost per guest of a party. Empty without companions, or if nothing costs money. */
export function companionMoney({ companions, choices, share }: ComingStay): Block[] {
  if (companions.every((one) => one.share + share === 0)) return []
  const others = companions.map((one) => costRow(one.name, one.choices, one.share))
  return [moneyTable(costRow('You', choices, share), ...others)]
}

/** Returns the private links that the payer passes on to companions without an e-mail address. */
export function linksToHandOn(companions: Companion[]): Block[] {
  const links = companions.flatMap(({ name, handOn }) =>
    handOn === null ? [] : [fact(name, handOn, handOn)],
  )
  if (links.length === 0) return []
  const [one, ...more] = links
  const who = one && more.length === 0 ? `${one.label} has` : 'Some of you have'
  return [
    text(
      `${who} no email address with us, so please send ${more.length === 0 ? 'this link' : 'each their link'} on: we still need to know what they cannot eat and whom to call. What they tell us there stays between them and us.`,
    ),
    factList(...links),
  ]
}

/** Returns "your spot is" or "your 3 spots are". */
export const yourSpots = ({ companions }: Pick<ComingStay, 'companions'>): string =>
  companions.length === 0 ? 'your spot is' : `your ${companions.length + 1} spots are`

/** Returns "Your spot is" or "Your 3 spots are". */
export const YourSpots = (stay: Pick<ComingStay, 'companions'>): string => `Y${yourSpots(stay).slice(1)}`

export const moneyRows = (lines: MoneyLine[]): MoneyRow[] =>
  lines.map(({ label, cents }) => moneyRow(label, cents))

/** Returns the lines with the total. A difference gets its own line, so that the lines always add up. */
export function totalled(
  lines: MoneyLine[],
  totalDue: Cents,
  { companions }: Pick<ComingStay, 'companions'>,
): Block {
  const total = companions.length === 0 ? 'Total for your stay' : 'Total for all of you'
  const apart = lines.reduce((left, { cents }) => left - cents, totalDue)
  const rest = apart > 0 ? 'Not invoiced yet' : 'More than the total'
  const all = apart === 0 ? lines : [...lines, { label: rest, cents: apart }]
  return moneyTable(...moneyRows(all), moneyRow(total, totalDue, 'total'))
}

/** Returns the paid and open amounts of a reservation with their total. */
export function paidAndOpen(stay: PricedStay): Block {
  const { totalPaid, totalDue, open } = stay
  const paid = totalPaid > 0 ? [{ label: 'Paid so far', cents: totalPaid }] : []
  return totalled([...paid, ...openLines(open)], totalDue, stay)
}

/** Returns a table of open invoices, with their total if there are several. */
export function openMoney(open: OpenInvoice[]): Block[] {
  if (open.length === 0) return []
  const total = open.length > 1 ? [moneyRow('Total still due', sum(open), 'total')] : []
  return [moneyTable(...moneyRows(openLines(open)), ...total)]
}

/** Returns the name of a card in a sentence, such as "your Visa 4242". */
export const cardWords = (card: string | null): string =>
  card === null ? 'the card you saved' : `your ${card}`

/** Returns text such as "charged to your Visa 4242 on Wed, Jan 20, 2027". */
export const chargedWords = ({ card, on }: ByCard): string =>
  `charged to ${cardWords(card)}${on === null ? '' : ` on ${formatDay(on)}`}`

export function dueWords({ due, dueNow, byCard }: Omit<OpenInvoice, 'label' | 'amount'>): string {
  if (byCard) return chargedWords(byCard)
  if (dueNow) return 'due now'
  return due === null ? 'still due' : `due by ${formatDay(due)}`
}

/** Returns sentences about refunds when the reader may not be the one who paid. */
export function whereItGoesToPayer({ underWay, owed }: Pick<RefundTotals, 'underWay' | 'owed'>): Block[] {
  const parts = [
    underWay > 0 &&
      `${formatMoney(underWay)} is on its way back to the card that paid. Banks take 5 to 10 days to show it.`,
    owed > 0 &&
      `${formatMoney(owed)} was not paid by card, so we refund it by hand to whoever paid it. If that is you, just reply to this email and tell us how you would like to receive it.`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? [] : [text(parts.join(' '))]
}

/** Returns sentences about refunds, one per amount and status. Empty if there are none. */
export function whereItGoes({ underWay, done, owed, given, refused }: RefundTotals): Block[] {
  const one = [underWay, done, owed, given, refused].filter((cents) => cents > 0).length === 1
  const told = (cents: Cents, words: string) => cents > 0 && `${one ? 'It' : formatMoney(cents)} ${words}`
  const sentences = [
    told(underWay, 'is on its way back to the card you paid with.'),
    told(done, 'has gone back to the card you paid with.'),
    underWay + done > 0 && `Banks take 5 to 10 days to show ${one ? 'it' : 'a refund to a card'}.`,
    told(owed, 'was not paid by card, so we refund it by hand.'),
    told(given, 'has been refunded to you by hand.'),
    told(refused, 'could not be refunded to your card: the card company refused it.'),
  ].filter((sentence) => sentence !== false)
  if (sentences.length === 0) return []
  sentences.push(
    owed + refused > 0
      ? 'Just reply to this email and tell us how you would like to receive it.'
      : 'You do not need to do anything.',
  )
  return [text(sentences.join(' '))]
}

export const steps = (title: string, ...all: Step[]): Block => ({ kind: 'steps', title, steps: all })

export const step = (title: string, words: string, link: Step['link'] = null): Step => ({
  title,
  text: words,
  link,
})

export const SAVE_THE_DATES = step('Save the dates', 'The calendar file in this email has them.')

/** Returns a step that asks for missing details, if any. */
export function tellSteps({ detailsMissing }: ComingStay): Step[] {
  if (!detailsMissing) return []
  const ask =
    'Where to reach you, whom to call, what you cannot eat. It takes five minutes on your page above.'
  return [step('Tell us about yourself', ask)]
}

/** The most payment steps listed individually. More become one step, because the table above lists them all. */
const MOST_PAY_STEPS = 2

/** Returns the steps to pay open invoices. `what` completes "Pay …". */
export function paySteps(open: OpenInvoice[], what: string): Step[] {
  const byHand = open.filter(({ byCard }) => !byCard)
  const [next] = byHand
  if (next && byHand.length > MOST_PAY_STEPS) {
    const first = `The first is ${next.label}, ${formatMoney(next.amount)}, ${dueWords(next)}.`
    return [
      step(`Pay ${what}`, `${first} All are on your page above; any day before they are due is fine too.`),
    ]
  }
  return open.map(({ label, amount, due, dueNow, byCard }) => {
    if (byCard)
      return step(
        'Nothing to do for the rest',
        `${label}: ${formatMoney(amount)}, ${chargedWords(byCard)}. We will email you three days before. You can stop it or pay another way on your page above.`,
      )
    const later = due !== null && !dueNow
    return step(
      later ? `Pay ${what} by ${formatDay(due)}` : `Pay ${what}`,
      `${label}: ${formatMoney(amount)}, on your page above.${later ? ' Any day before is fine too.' : ''}`,
    )
  })
}

function travelSteps({ directions, packingList }: StayLinks): Step[] {
  const dirtRoad = `The last ${venue.dirtRoadMiles} miles are dirt road.`
  return [
    step('Read the directions before you set out', dirtRoad, { label: 'Directions', href: directions }),
    step('Pack', "We keep a list, so you don't have to.", { label: 'Packing list', href: packingList }),
  ]
}

export const PROMISE: Block = {
  kind: 'promise',
  title: 'Our promise',
  text: `The nearest grocery store is about ${venue.groceryMinutes} minutes away. If there is something you need, tell us, and we will help you get it.`,
}

/**
 * Returns the end of a sign-up e-mail, after the money: when, where and what to do next. `pay` has the payment steps.
 */
export const nextSteps = (stay: ComingStay, pay: Step[] = []): Block[] => [
  whenAndWhere(stay.event, stay.choices),
  steps('What to do next', ...tellSteps(stay), ...pay, SAVE_THE_DATES, ...travelSteps(stay.links)),
  PROMISE,
]

export const BOOTS = "Grab your boots and we'll see you soon."

export const DELETED: Paragraph = {
  text: 'What you told us about yourself is deleted after the event.',
  link: null,
}

/** Returns "today", "tomorrow", "in 5 days" or "in a week". `days` is 0 or more. */
export function inDays(days: number): string {
  if (days <= 1) return days === 1 ? 'tomorrow' : 'today'
  return days === 7 ? 'in a week' : `in ${days} days`
}
