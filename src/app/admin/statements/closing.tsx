/**
 * Closing a month (R49.3): what closing it means, what is still open, and the downloads. The first download of a month
 * that is over closes it, so it asks first.
 */
import { type ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'
import { formatInstant } from '#shared/format-days.ts'
import { adminReservationPath } from '#shared/links.ts'
import { monthTitle } from '#shared/months.ts'
import { plural } from '#shared/text.ts'
import { useApiMutation } from '#app/ui/api.tsx'
import { LinkButton, PrintButton } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/dialog-buttons.tsx'
import { Lines } from '#app/ui/facts.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Money, Text } from '#app/ui/text.tsx'
import { toast } from '#app/ui/toast.tsx'
import { paths } from '#app/paths.ts'
import {
  type Closing,
  closeMonth,
  type Statement,
  type StatementForm,
} from '#domain/money/statements/contract.ts'
import { ACCOUNT_KEYS } from '#domain/money/statements/domain/accounts.ts'

/** Names the months that closing a month closes, such as `September 2026 to October 2026`. */
function monthsOf({ month, months }: Closing): string {
  const [first = month] = months
  if (first === month) return monthTitle(month)
  return `${monthTitle(first)} to ${monthTitle(month)}`
}

function useClose(closing: Closing, onClosed: () => void = () => {}) {
  const { send } = useApiMutation(closeMonth)
  const { revalidate } = useRevalidator()
  return {
    onConfirm: () => send({ body: { month: closing.month } }),
    onDone: () => {
      toast(`${monthTitle(closing.month)} is closed.`)
      onClosed()
      void revalidate()
    },
  }
}

const FORMS: Record<StatementForm, string> = {
  lines: 'Download table (CSV)',
  quickbooks: 'Download for QuickBooks',
  xero: 'Download for Xero',
}

export function Downloads({ statement, closing }: { statement: Statement; closing: Closing }) {
  const { accounts, closedAt, isOver } = statement
  const coded = ACCOUNT_KEYS.filter((key) => accounts.accounts[key].code !== '')
  const missing = ACCOUNT_KEYS.filter((key) => !coded.includes(key))
  const forms = (Object.keys(FORMS) as StatementForm[]).filter(
    (form) => form !== 'xero' || missing.length === 0,
  )
  return (
    <div className="statement-downloads screen-only">
      <div className="button-row">
        <PrintButton />
        {forms.map((form) =>
          isOver && closedAt === null ? (
            <ClosingDownload key={form} form={form} closing={closing} />
          ) : (
            <LinkButton key={form} to={paths.exportStatement(closing.month, form)} look="plain" download>
              {FORMS[form]}
            </LinkButton>
          ),
        )}
      </div>
      {!isOver && (
        <p className="note">
          Downloads of this month are marked “open, may change”. Please do not import them.
        </p>
      )}
      {coded.length > 0 && missing.length > 0 && (
        <p className="note">
          <Text>
            For Xero, please enter the code of: {missing.map((key) => accounts.accounts[key].name).join(', ')}
            .
          </Text>
        </p>
      )}
    </div>
  )
}

function ClosingDownload({ form, closing }: { form: StatementForm; closing: Closing }) {
  // The reply is an attachment, so the browser saves it and stays on this page.
  const close = useClose(closing, () => location.assign(paths.exportStatement(closing.month, form)))
  return (
    <ConfirmButton
      label={FORMS[form]}
      title={`Close ${monthTitle(closing.month)}?`}
      does="Close and download"
      {...close}
    >
      <p>
        <Text>Downloading {monthTitle(closing.month)} closes it:</Text>
      </p>
      <Consequences closing={closing} />
      <StillOpen closing={closing} brief />
    </ConfirmButton>
  )
}

/** Says what closing does, before an admin confirms it. */
const Consequences = ({ closing }: { closing: Closing }) => (
  <Lines
    of={[
      `It closes ${monthsOf(closing)}: ${plural(closing.entries, 'entry', 'entries')}.`,
      'Its amounts never change again, and every later download is the same file.',
      'Money that we learn about later counts in the first open month.',
      'You cannot open it again. To correct something, add an adjustment.',
    ]}
  />
)

/** The id of the panel that closes a month. */
export const CLOSING_ID = 'statement-closing'

export function ClosingPanel({ closing }: { closing: Closing }) {
  const close = useClose(closing)
  const { month, isOver, closedAt } = closing
  if (!isOver || closedAt !== null) return null
  const title = `Close ${monthTitle(month)}`
  return (
    <Panel className="screen-only" labelledBy={CLOSING_ID} title={<Text>{title}</Text>}>
      <p className="note">Once a month is closed, its amounts and its downloads stay the same for good.</p>
      <StillOpen closing={closing} />
      <ConfirmButton label={`${title}…`} title={`${title}?`} does={title} {...close}>
        <Consequences closing={closing} />
        <StillOpen closing={closing} brief />
      </ConfirmButton>
    </Panel>
  )
}

/**
 * Lists what an admin may want to finish before the month is closed. Nothing of it is required. `brief` leaves out the
 * links and single guests, so that a dialog stays short and first focuses its Cancel button.
 */
function StillOpen({ closing: { open, month }, brief = false }: { closing: Closing; brief?: boolean }) {
  const { unread, readUntil, untold, undeposited, refunds, deposits } = open
  const stripe = readUntil
    ? `Stripe’s transactions after ${formatInstant(readUntil)} are not read yet. We read them every six hours.`
    : 'Stripe’s transactions are not read yet. Please look again in a few minutes.'
  const items: ReactNode[] = [
    unread && (
      <li key="unread">
        <Text>{stripe}</Text>
      </li>
    ),
    untold.count > 0 && (
      <li key="untold">
        <Text>{plural(untold.count, 'card payment')} not found in Stripe’s balance, in total</Text>{' '}
        <Money cents={untold.amount} />.
      </li>
    ),
    undeposited !== 0 && (
      <li key="undeposited">
        Cash and checks that were not deposited at the bank: <Money cents={undeposited} />.{' '}
        {!brief && <Link to={paths.checks}>Record a deposit</Link>}
      </li>
    ),
    refunds !== 0 && (
      <li key="refunds">
        Refunds owed to guests: <Money cents={refunds} />.
      </li>
    ),
    deposits.length > 0 && (
      <li key="deposits">
        Deposits of guests who are not coming:{' '}
        <Money cents={deposits.reduce((sum, { amount }) => sum + amount, 0)} />.
        {!brief && <Stranded deposits={deposits} />}
      </li>
    ),
  ].filter((item) => item !== false)
  if (items.length === 0)
    return (
      <p>
        <Text>Nothing was open at the end of {monthTitle(month)}.</Text>
      </p>
    )
  return (
    <>
      <p>
        <Text>Still open at the end of {monthTitle(month)}. You can close it all the same:</Text>
      </p>
      <ul className="statement-still-open">{items}</ul>
    </>
  )
}

/** Lists deposits by reservation. The page Open balances settles those of deleted reservations. */
function Stranded({ deposits }: { deposits: Closing['open']['deposits'] }) {
  return (
    <ul>
      {deposits.map(({ reservationId, eventName, amount, exists }) => {
        const event = eventName === null ? '' : `, ${eventName}`
        return (
          <li key={`${reservationId}`}>
            <Money cents={amount} />:{' '}
            {reservationId === null ? (
              <Text>no reservation{event}</Text>
            ) : exists ? (
              <Link to={adminReservationPath(reservationId)}>{`reservation ${reservationId}${event}`}</Link>
            ) : (
              <Link to={paths.openBalances}>{`reservation ${reservationId}${event} (deleted)`}</Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
