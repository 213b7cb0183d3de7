/** The mails of a reservation: what was sent, and what an admin can send (R12.2). */
import { useState } from 'react'
import type { Call } from '#shared/client.ts'
import { formatDay } from '#shared/days.ts'
import { invoiceLabel } from '#shared/invoice-label.ts'
import { formatMoney } from '#shared/money.ts'
import { Button } from '#ui/button.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useLooks } from '#ui/use-looks.ts'
import { MailDialog, type OpenedMail } from './mail-dialog.tsx'
import type { MailReservation } from './mail-reservation.ts'
import { MailTable } from './mail-table.tsx'
import { DESK_BUTTONS, typeWords } from './mail-words.ts'
import sheet from './mails.css?url'
import type { WantedMail } from './send-mail.tsx'

const HEADING = 'mails'

interface MailSectionProps {
  reservation: MailReservation
  call: Call
  /** To be read again. */
  onChanged: () => void
  say: (words: string) => void
}

export function MailSection({ reservation, call, onChanged, say }: MailSectionProps) {
  const [opened, setOpened] = useState<OpenedMail | null>(null)
  const { sentEmails } = reservation
  const waiting = sentEmails.flatMap(({ id, status }) => (status === 'queued' ? [id] : [])).join()
  useLooks(waiting, onChanged)
  return (
    <section className="mails-part" aria-labelledby={HEADING} data-hydrate>
      <Stylesheet href={sheet} />
      <h2 id={HEADING} tabIndex={-1}>
        Mails
      </h2>
      {sentEmails.length === 0 ? (
        <p>No mail was sent.</p>
      ) : (
        <MailTable mails={sentEmails} labelledBy={HEADING} onOpen={(id) => setOpened({ kind: 'view', id })} />
      )}
      <Desk reservation={reservation} onWanted={(mail) => setOpened({ kind: 'send', mail })} />
      <MailDialog
        opened={opened}
        reservationId={reservation.id}
        call={call}
        onClose={() => setOpened(null)}
        onSent={(words) => {
          setOpened(null)
          say(words)
          onChanged()
        }}
        onOutdated={onChanged}
      />
    </section>
  )
}

interface DeskProps {
  reservation: MailReservation
  onWanted: (mail: WantedMail) => void
}

/** The mails that can be sent now. */
function Desk({ reservation: { status, invoices }, onWanted }: DeskProps) {
  if (status !== 'confirmed') return <p className="note">Mails go to standing reservations alone.</p>
  return (
    <>
      <h3 id="mail-desk">Send a mail</h3>
      <ul className="mail-desk" aria-labelledby="mail-desk">
        {DESK_BUTTONS.map(({ type, does }) => (
          <li key={type}>
            <Button look="plain" aria-haspopup="dialog" onClick={() => onWanted({ type })}>
              {typeWords(type)}
            </Button>
            <span className="note">{does}</span>
          </li>
        ))}
        {invoices
          .filter(({ paid }) => !paid)
          .map(({ id, amount, due, ...invoice }) => (
            <li key={id}>
              <Button
                look="plain"
                aria-haspopup="dialog"
                aria-label={`${typeWords('invoice-remind')}, invoice ${id}`}
                onClick={() => onWanted({ type: 'invoice-remind', invoiceId: id })}
              >
                {typeWords('invoice-remind')}
              </Button>
              <span className="note">
                {invoiceLabel(invoice)}, invoice #{id}: {formatMoney(amount)}
                {due && `, due ${formatDay(due)}`}.
              </span>
            </li>
          ))}
      </ul>
    </>
  )
}
