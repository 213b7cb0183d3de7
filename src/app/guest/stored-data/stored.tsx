/** The page that shows everything the site stores about a guest. The data export has the same content. */
import { Fragment } from 'react'
import { data, Link } from 'react-router'
import { emailLabel } from '#shared/email-types.ts'
import { exportReservation, type StoredData } from '#domain/guests/privacy/contract.ts'
import { ranchDay } from '#shared/days.ts'
import { formatDay, formatDayLong, formatDayRange } from '#shared/format-days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { LinkButton, PrintButton } from '#app/ui/button.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { ErrorPage } from '#app/error-page.tsx'
import {
  PRIVATE,
  privateDataOf,
  privateHeaders,
  privateMeta,
  PURGED,
  RESERVATION_NOT_FOUND,
} from '#app/private-page.ts'
import { paths } from '#app/paths.ts'
import { callContext } from '#app/server-context.ts'
import type { Route } from './+types/stored'
import {
  arrivalFacts,
  cancellationFacts,
  consentFacts,
  describeDetail,
  guestFacts,
  savedCardFacts,
  describeHistoryEntry,
  type StoredFacts,
  stayFacts,
  waitlistFacts,
  when,
} from './stored-text.ts'
import sheet from './stored.css?url'
import { Money, Text, Verbatim } from '#app/ui/text.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { uuid } = params
  const found = await context.get(callContext)(exportReservation, { query: { uuid } })
  const stored = privateDataOf(found, { 404: RESERVATION_NOT_FOUND, 410: PURGED })
  return data({ stored, uuid }, { headers: PRIVATE })
}

export const ErrorBoundary = ErrorPage

export const headers = privateHeaders

export const meta: Route.MetaFunction = () => privateMeta('Your data')

export default function DataPage({ loaderData: { stored, uuid } }: Route.ComponentProps) {
  const { event, deletedOn, at, arrival, cancellation, keptCard, waitlist } = stored
  return (
    <>
      <Stylesheet href={sheet} />
      <header className="stored-head column">
        <p className="eyebrow">
          <Text>
            {event.name}, {formatDayRange(event.startDateDate, event.endDateDate)}
          </Text>
        </p>
        <h1>What we know about you</h1>
      </header>
      <Panel className="stored">
        <p>
          <Text>
            This is everything we have stored about your stay, as of {formatDayLong(ranchDay(new Date(at)))}.
            On {formatDayLong(deletedOn)}, we delete it automatically, except amounts and dates, which don’t
            include your name.
          </Text>
        </p>
        <p className="button-row">
          <PrintButton />
          <LinkButton to={paths.exportReservation(uuid)} look="plain" download>
            Download it (JSON)
          </LinkButton>
        </p>
        <Stored title="You" facts={guestFacts(stored)} />
        <Stored title="Your stay" facts={stayFacts(stored)} />
        {arrival && <Stored title="Your arrival" facts={arrivalFacts(arrival)} />}
        <Stored title="What you agreed to" facts={consentFacts(stored)} />
        {keptCard && <Stored title="The card saved for the remainder" facts={savedCardFacts(keptCard)} />}
        {waitlist && <Stored title="The waitlist" facts={waitlistFacts(waitlist)} />}
        {cancellation && <Stored title="How it was canceled" facts={cancellationFacts(cancellation)} />}
        <MoneyPart stored={stored} />
        <Mails mails={stored.mails} />
        <History history={stored.history} />
        <p className="more">
          <Link to={paths.completeReservation(uuid)}>Back to your stay</Link>
        </p>
      </Panel>
    </>
  )
}

function MoneyPart({ stored: { invoices, payments } }: { stored: StoredData }) {
  return (
    <section>
      <h2>Invoices and payments</h2>
      {invoices.length + payments.length === 0 && <p>None.</p>}
      <ul className="plain-list stored-list">
        {invoices.map(({ id, amount, due, reminderSentAt, ...invoice }) => (
          <li key={`invoice-${id}`}>
            <Text>{invoiceLabel(invoice)}:</Text> <Money cents={amount} />
            <Text>{due && `, due ${formatDay(due)}`}</Text>
            <span className="note">
              <Text>Invoice {id}</Text>
            </span>
            {reminderSentAt && (
              <span className="note">
                <Text>Reminder sent {when(reminderSentAt)}</Text>
              </span>
            )}
          </li>
        ))}
        {payments.map(({ id, amount, method, card, paidAt, reference, memo, intentId, refunds }) => (
          <li key={`payment-${id}`}>
            <Money cents={amount} />{' '}
            <Text>
              paid by {card ?? method}, {when(paidAt)}
            </Text>
            <span className="note">
              <Text>Payment {id}</Text>
            </span>
            <HandNote reference={reference} memo={memo} />
            {intentId && (
              <span className="note">
                At the card company, with your name: <Verbatim>{intentId}</Verbatim>
              </span>
            )}
            {refunds.map((refund) => (
              <Fragment key={`${refund.createdAt} ${refund.amount} ${refund.reason}`}>
                <span className="note">
                  Refund: <Money cents={refund.amount} />
                  <Text>
                    , {refund.status}
                    {refund.givenBy && ` by ${refund.givenBy}`}, {when(refund.createdAt)}
                  </Text>
                </span>
                <HandNote reference={refund.reference} memo={refund.memo} />
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Renders the number of a check or bank transfer, and what the venue noted about it. */
function HandNote({ reference, memo }: Pick<StoredData['payments'][number], 'reference' | 'memo'>) {
  return (
    <>
      {reference && (
        <span className="note">
          Number: <Verbatim>{reference}</Verbatim>
        </span>
      )}
      {memo && (
        <span className="note">
          Our note: <Text>{memo}</Text>
        </span>
      )}
    </>
  )
}

function Mails({ mails }: Pick<StoredData, 'mails'>) {
  return (
    <section>
      <h2>Emails</h2>
      {mails.length === 0 && <p>None.</p>}
      <ul className="plain-list stored-list">
        {mails.map(({ type, subject, createdAt, sentAt, status, text }) => (
          <li key={`${type} ${createdAt}`}>
            <Text>{subject ?? emailLabel(type)}</Text>
            <span className="note">{sentAt ? `Sent ${when(sentAt)}` : `Not sent: ${status}`}</span>
            {text && (
              <details>
                <summary>Read it</summary>
                <p className="stored-mail">
                  <Text>{text}</Text>
                </p>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function History({ history }: Pick<StoredData, 'history'>) {
  return (
    <section>
      <h2>History</h2>
      {history.length === 0 && <p>Nothing is recorded.</p>}
      <ol className="plain-list stored-list">
        {history.map((entry, index) => (
          // Several entries can have the same time. They never change their order, so the index is a stable
          // key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <Text>{describeHistoryEntry(entry)}</Text>
            <span className="note">
              <Text>
                {when(entry.at)}, by the {entry.by === 'house' ? 'ranch' : entry.by}.{' '}
                {describeDetail(entry.details)}
              </Text>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const NOTHING = <span className="note">Nothing stored</span>

function Stored({ title, facts }: { title: string; facts: StoredFacts }) {
  return (
    <section>
      <h2>{title}</h2>
      <Facts className="stored-facts" facts={facts.map((fact) => fact && [fact[0], fact[1] ?? NOTHING])} />
    </section>
  )
}
