/** Words that several types of e-mails have in common: the outer form, and the blocks about stays and money. Pure. */
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
  /** In their order, without those that are `false` or null. */
  blocks: (Block | false | null)[]
  /** The beginning of the subject: the e-mail in a few words. */
  opening: string
  /** The end of the subject, which is never shortened. */
  ending?: string
  /** Over the event's name; the opening where it says nothing else. */
  kicker?: string
  /** Missing: "Howdy". */
  hello?: 'Hello'
}

/** The outer form of all e-mails about one event: the subject and its length, the heading, the greeting. */
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

/** An e-mail with the small print of a stay: the terms, and what becomes of somebody's data. */
export function emailWithTerms(
  facts: ToGuest & { links: Pick<StayLinks, 'terms'> },
  words: Omit<Words, 'footer'>,
): WrittenEmail {
  const terms = { label: 'Terms of Stay', href: facts.links.terms }
  const footer = [{ text: 'Plans change. What happens then is in our', link: terms }, DELETED]
  return email(facts, { ...words, footer })
}

/** An e-mail to the ranch itself about a reservation. */
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

/** Lists of mails cut what is longer. */
const SUBJECT_LENGTH = 60

/** Cut after a whole word where there is one. */
function shortened(name: string, room: number): string {
  // The name is cut by characters as people see them: half of one would be shown as a box.
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

/** The way to the private page. */
export function stayButton(label: string, { reservation }: Pick<StayLinks, 'reservation'>): Block {
  const note =
    'This page is yours alone: anyone with the link can see what you told us, so keep it to yourself.'
  return button(label, reservation, note)
}

export const COMPLETE_DETAILS = 'Complete your details'

/** The button to the private page, named by what the guest has to do there. */
export function stayButtonFor({ detailsMissing, open, links }: ComingStay): Block {
  const pay = open.some(({ byCard }) => !byCard) ? ' and pay' : ''
  return stayButton(`${detailsMissing ? COMPLETE_DETAILS : 'See your stay'}${pay}`, links)
}

export const fact = (label: string, value: string, href: string | null = null): Fact => ({
  label,
  value,
  href,
})

/** A number to tap, where there is one in what was written. */
export const phoneFact = (label: string, phone: string | null): Fact =>
  phone === null ? fact(label, 'Not given') : fact(label, oneLine(phone), phoneHref(phone))

export const factList = (...rows: Fact[]): Block => ({ kind: 'facts', rows })

export const when = ({ startDateDate, endDateDate }: EmailEvent): Fact =>
  fact('When', formatDayRange(startDateDate, endDateDate))

export function withAndWhere({ host }: EmailEvent): Fact[] {
  const where = fact('Where', `${venue.location}. ${venue.locationNote}.`)
  return host ? [fact('With', host), where] : [where]
}

/** The beginning and end of the stay, in the owner's words, with whom, and where. */
export const arriveAndLeave = ({ arrive, leave, event }: DatedStay): Block =>
  factList(fact('Arrive', arrive), fact('Leave', leave), ...withAndWhere(event))

export const NEW_DATES = 'The calendar file in this email has the new dates; delete the old ones.'

export const NOT_WANTED = text('If this is not what you wanted, reply to this email, and we will find a way.')

/** The guest's choices; nothing where the event offers nothing. */
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

/** An invoice, with a line for each whom it is for. */
export function invoiceMoney({ label, lines = [], amount }: InvoiceTold, how: string): MoneyLine[] {
  if (lines.length === 0) return [{ label: `${label}, ${how}`, cents: amount }]
  return lines.map(({ name, amount: cents }) => ({ label: `${label} for ${name}, ${how}`, cents }))
}

const costRow = (name: string, choices: string[], cents: Cents): MoneyRow =>
  moneyRow(choices.length === 0 ? name : `${name}: ${choices.join(', ')}`, cents)

/** The cost of each stay; nothing where the guest comes alone. */
export function companionMoney({ companions, choices, share }: ComingStay): Block[] {
  if (companions.every((one) => one.share + share === 0)) return []
  const others = companions.map((one) => costRow(one.name, one.choices, one.share))
  return [moneyTable(costRow('You', choices, share), ...others)]
}

/** The links that the guest hands on to companions who have no e-mail address. */
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

/** "your spot is", "your 3 spots are". */
export const yourSpots = ({ companions }: Pick<ComingStay, 'companions'>): string =>
  companions.length === 0 ? 'your spot is' : `your ${companions.length + 1} spots are`

/** "Your spot is", "Your 3 spots are". */
export const YourSpots = (stay: Pick<ComingStay, 'companions'>): string => `Y${yourSpots(stay).slice(1)}`

export const moneyRows = (lines: MoneyLine[]): MoneyRow[] =>
  lines.map(({ label, cents }) => moneyRow(label, cents))

/** The lines with the total of the stay; what they do not add up to is a line of its own, so that they always do. */
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

/** What is paid of the stay and what is still open, with its total. */
export function paidAndOpen(stay: PricedStay): Block {
  const { totalPaid, totalDue, open } = stay
  const paid = totalPaid > 0 ? [{ label: 'Paid so far', cents: totalPaid }] : []
  return totalled([...paid, ...openLines(open)], totalDue, stay)
}

/** The table of open invoices, with their sum where there is more than one. */
export function openMoney(open: OpenInvoice[]): Block[] {
  if (open.length === 0) return []
  const total = open.length > 1 ? [moneyRow('Total still due', sum(open), 'total')] : []
  return [moneyTable(...moneyRows(openLines(open)), ...total)]
}

/** "your Visa 4242". */
export const cardWords = (card: string | null): string =>
  card === null ? 'the card you saved' : `your ${card}`

/** "charged to your Visa 4242 on Wed, Jan 20, 2027". */
export const chargedWords = ({ card, on }: ByCard): string =>
  `charged to ${cardWords(card)}${on === null ? '' : ` on ${formatDay(on)}`}`

export function dueWords({ due, dueNow, byCard }: Omit<OpenInvoice, 'label' | 'amount'>): string {
  if (byCard) return chargedWords(byCard)
  if (dueNow) return 'due now'
  return due === null ? 'still due' : `due by ${formatDay(due)}`
}

/** The refunds in words where somebody else may have paid than the reader. */
export function whereItGoesToPayer({ underWay, owed }: Pick<RefundTotals, 'underWay' | 'owed'>): Block[] {
  const parts = [
    underWay > 0 &&
      `${formatMoney(underWay)} is on its way back to the card that paid. Banks take 5 to 10 days to show it.`,
    owed > 0 &&
      `${formatMoney(owed)} was not paid by card, so we refund it by hand to whoever paid it. If that is you, just reply to this email and tell us how you would like to receive it.`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? [] : [text(parts.join(' '))]
}

/** The refunds in words, sum by sum, by how far each has come. Nothing where none goes back. */
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

/** Asks for the final details where they are missing. */
export function tellSteps({ detailsMissing }: ComingStay): Step[] {
  if (!detailsMissing) return []
  const ask =
    'Where to reach you, whom to call, what you cannot eat. It takes five minutes on your page above.'
  return [step('Tell us about yourself', ask)]
}

/** The most steps of paying that are named; more are one step, since the table above has each. */
const MOST_PAY_STEPS = 2

/** `what`: the end of "Pay …". */
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

/** The end of an e-mail that tells of a sign-up, after the money: when and where, and what to do; `pay`: the steps of paying. */
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

/** "today", "tomorrow", "in 5 days", "in a week"; `days` is 0 or more. */
export function inDays(days: number): string {
  if (days <= 1) return days === 1 ? 'tomorrow' : 'today'
  return days === 7 ? 'in a week' : `in ${days} days`
}
