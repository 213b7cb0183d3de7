/** Reads the data of an invoice's receipt and writes its sentences. */
import { openColumns, openName } from '#platform/sealing.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { formatDay, formatDayRange } from '#shared/format-days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { venue } from '#shared/venue.ts'
import type { BookingDeps } from '../deps.ts'
import { moneyRows, type StayMoney } from '../domain/money-rows.ts'
import { openGuestDetails } from '../sealed-guest.ts'
import { findInvoiceForReceipt } from '../store/invoices.ts'
import { readMoney } from '../store/payments.ts'
import { listRefundsOfPayment } from '../store/refunds.ts'
import { findReservation } from '../store/reservations.ts'
import type { Line, Receipt } from './receipt-pdf.ts'
import { readInvoice, readStayMoney } from './show-reservation.ts'

/**
 * A receipt shows this instead of a former payer's name if that name was deleted or the PDF's fonts lack its
 * letters.
 */
const ANOTHER_GUEST = 'Another guest of the party'

/**
 * Loads the large PDF library only when the first receipt is created, because most processes never create
 * one.
 */
const loadPdf = () => Promise.all([import('#platform/pdf/sheet.ts'), import('./receipt-pdf.ts')])

/** Returns an invoice's name, or its purpose if the PDF's fonts lack letters of the name. */
function readableLabel(
  { purpose, description, extra }: NonNullable<PaidInvoice>['invoice'],
  isReadable: (text: string) => boolean,
): string {
  const fits = description !== null && isReadable(description)
  return invoiceLabel({ purpose, description: fits ? description : null, partOfPrice: !extra })
}

type PaidInvoice = Awaited<ReturnType<typeof findInvoiceForReceipt>>

export async function readReceipt(
  { db, sealer, now }: Pick<BookingDeps, 'db' | 'sealer' | 'now'>,
  invoiceId: number,
): Promise<Receipt | 'not_found' | 'not_paid' | 'purged'> {
  const row = await findInvoiceForReceipt(db, invoiceId)
  if (!row) return 'not_found'
  const { invoice, payment, reservation, event } = row
  if (reservation.purgedAt) return 'purged'
  if (!payment) return 'not_paid'
  const { id } = reservation
  // If another guest paid the invoice before this guest became the payer, nobody may see the other guest's e-mail
  // address (R39.4).
  const isOwn = payment.paidBy === null || payment.paidBy === id
  const payer = isOwn ? reservation : await findReservation(db, payment.paidBy ?? id)
  const name = payer ? openName(sealer, 'reservations', payer) : null
  const email = isOwn ? openColumns(sealer, 'reservations', reservation, 'email').email : ANOTHER_GUEST
  const [{ isReadable, isWhole }] = await loadPdf()
  // The receipt adds the e-mail address if the PDF's fonts lack letters of the guest's name (R47.6).
  const readable = name !== null && isReadable(name) ? name : null
  const guest =
    readable === null
      ? (email ?? '')
      : isWhole(readable) || !email || !isOwn
        ? readable
        : `${readable} (${email})`
  const at = now()
  const money = await readMoney(db, id, ranchDay(at))
  const stay = await readStayMoney({ db, sealer }, reservation, { money, firstDay: event.startDateDate })
  const refunds = (await listRefundsOfPayment(db, payment.id)).filter((refund) => refund.status !== 'failed')
  const parts = await readParts({ db, sealer }, { reservationId: id, invoiceId: invoice.id, isReadable })
  return receiptOf(
    {
      invoice: { id: invoice.id, label: readableLabel(invoice, isReadable), parts },
      payment,
      refunds: inOrderOfDays(refunds),
      guest,
      event,
      stay: readableStay(stay, isReadable),
    },
    at,
  )
}

/** Replaces names whose letters the PDF's fonts lack. */
const readableStay = (stay: StayMoney, isReadable: (text: string) => boolean): StayMoney => ({
  ...stay,
  taxes: stay.taxes?.map((tax) => ({ ...tax, name: isReadable(tax.name) ? tax.name : 'tax' })),
  options: stay.options.map((option) => ({
    ...option,
    name: isReadable(option.name) ? option.name : 'Choice',
  })),
  party: stay.party && {
    ...stay.party,
    members: stay.party.members.map((member) => ({
      ...member,
      customerName: isReadable(member.customerName) ? member.customerName : '',
    })),
  },
})

/** Returns the lines of an invoice for its receipt. In a party, each line names its guest. */
async function readParts(
  { db, sealer }: Pick<BookingDeps, 'db' | 'sealer'>,
  of: { reservationId: number; invoiceId: number; isReadable: (text: string) => boolean },
): Promise<ReceiptFacts['invoice']['parts']> {
  const lines = (await readInvoice({ db, sealer }, of.invoiceId))?.lines ?? []
  const isShared = lines.some(({ reservationId }) => reservationId !== of.reservationId)
  const names = new Map<number, string>()
  for (const { reservationId } of isShared ? lines : []) {
    const row = names.has(reservationId) ? undefined : await findReservation(db, reservationId)
    const name = row && openGuestDetails(sealer, row).customerName
    if (name && of.isReadable(name)) names.set(reservationId, name)
  }
  return lines.map(({ reservationId, description, amount }) => {
    const what = of.isReadable(description) ? description : 'Choice'
    const name = names.get(reservationId)
    return { label: name === undefined ? what : `${what}, ${name}`, amount }
  })
}

type Refunds = Awaited<ReturnType<typeof listRefundsOfPayment>>

/**
 * Sorts refunds: finished ones by day, then those that are not finished or that an admin still owes. The latter
 * have no day.
 */
function inOrderOfDays(refunds: Refunds): ReceiptFacts['refunds'] {
  const timeOf = ({ finishedAt }: Refunds[number]) => finishedAt?.getTime() ?? Infinity
  return refunds
    .toSorted((a, b) => (timeOf(a) === timeOf(b) ? a.id - b.id : timeOf(a) - timeOf(b)))
    .map((refund) => ({ amount: refund.amount, label: refundLabel(refund) }))
}

/**
 * Returns an invoice's receipt as a PDF response, or why there is none. The caller must have checked that the
 * requester may see the receipt.
 */
export async function receiptReply(deps: BookingDeps, invoiceId: number) {
  const receipt = await readReceipt(deps, invoiceId)
  if (typeof receipt === 'string') return receipt
  const [, { pdfOf }] = await loadPdf()
  return new Response(await pdfOf(receipt, deps.now()), {
    headers: {
      'content-type': 'application/pdf',
      // `inline` opens the receipt in the browser, which has its own buttons to save and print.
      'content-disposition': `inline; filename="${fileNameOf(receipt)}"`,
      // The URL of a guest's receipt contains the private link. Other sites must not learn it as a referrer.
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    },
  })
}

// The functions below are pure and write the sentences of a receipt.

interface ReceiptFacts {
  /** The paid invoice. `label` is its name, or a general name if the PDF's fonts lack letters of its name. */
  invoice: { id: number; label: string; parts: { label: string; amount: Cents }[] }
  payment: { id: number; method: string; card: string | null; amount: Cents; paidAt: Date; withdrawn: Cents }
  /** Refunds of the payment, the earliest first, each with its day or with what is left to do. */
  refunds: { amount: Cents; label: string }[]
  guest: string
  event: { name: string; startDateDate: Day; endDateDate: Day }
  stay: StayMoney
}

const BY: Record<string, string> = {
  card: 'by card',
  cash: 'in cash',
  check: 'by check',
  transfer: 'by bank transfer',
}

/**
 * Returns the receipt's number. It is the payment's id, because an invoice that is paid twice gets two receipts.
 */
const receiptNumber = (paymentId: number): string => String(paymentId).padStart(6, '0')

/**
 * Returns the receipt's file name, such as `"twelve-mile-ranch-receipt-000042.pdf"`. The name does not contain the
 * guest's, because people pass files on.
 */
function fileNameOf({ title }: Pick<Receipt, 'title'>): string {
  const letters = `${venue.name} ${title}`.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return `${letters
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')}.pdf`
}

const dayOf = (instant: Date) => formatDay(ranchDay(instant))

function refundLabel({ status, waitsForBalance, createdAt, finishedAt }: Refunds[number]): string {
  if (status === 'succeeded') return `Refunded on ${dayOf(finishedAt ?? createdAt)}`
  if (status === 'owed') return 'Refund due'
  return waitsForBalance ? 'Refund requested, not sent yet' : 'Refund requested'
}

export function receiptOf(facts: ReceiptFacts, now: Date): Receipt {
  const { invoice, payment, guest, event } = facts
  const given = facts.refunds.reduce((sum, refund) => sum + refund.amount, 0)
  const paid: Line = [
    `Paid ${payment.card ? `with ${payment.card}` : (BY[payment.method] ?? 'by hand')} on ${dayOf(payment.paidAt)}`,
    formatMoney(payment.amount),
  ]
  const back = facts.refunds.map(({ amount, label }): Line => [label, formatMoney(-amount)])
  return {
    title: `Receipt ${receiptNumber(payment.id)}`,
    about: [
      ['Received from', guest],
      ['For', event.name],
      ['Dates', formatDayRange(event.startDateDate, event.endDateDate)],
      ['Invoice', `#${invoice.id}, ${invoice.label}`],
    ],
    // A single line would only repeat the invoice's name.
    parts:
      invoice.parts.length > 1
        ? invoice.parts.map(({ label, amount }): Line => [label, formatMoney(amount)])
        : [],
    payment: given === 0 ? [paid] : [paid, ...back, ['What is left', formatMoney(payment.amount - given)]],
    asOf: dayOf(now),
    stay: stayLines(facts.stay),
    notes: writeNotes(facts),
  }
}

function stayLines(money: StayMoney): Line[] {
  const { parts, total, settled } = moneyRows(money, 'others')
  return [...parts, total, ...settled].flatMap(({ label, cents, includes = [] }): Line[] => [
    [label, formatMoney(cents)],
    ...includes.map((part): Line => [`   ${part.label}`, formatMoney(part.cents)]),
  ])
}

const writeNotes = ({ payment, stay }: ReceiptFacts): string[] => [
  ...(stay.status === 'cancelled' ? ['This stay was canceled.'] : []),
  ...(stay.status === 'refunded' ? ['This payment came too late: no spot was left.'] : []),
  ...(payment.withdrawn > 0
    ? [`The guest’s bank has taken back ${formatMoney(payment.withdrawn)} of this payment.`]
    : []),
]
