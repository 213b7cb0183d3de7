/** Renders the result of a sign-up: a problem and what to do next, or the confirmation. */
import { useEffect, useRef, type ReactNode, type Ref } from 'react'
import { venue } from '#shared/venue.ts'
import { Button, LinkButton, TextButton } from '#app/ui/button.tsx'
import { Alert, visit } from '#app/ui/alert.tsx'
import { focusBelowHeader } from '#app/ui/focus.ts'
import { companionFieldId } from './use-companions.ts'
import { numbered, type SignUpDone } from './sign-up-draft.ts'
import type { FormProblem } from './sign-up-machine.ts'
import { Money, Text, Verbatim } from '#app/ui/text.tsx'

interface OutcomeAlertProps {
  problem: FormProblem
  heldUntil: string | null
  email: string
  people: number
  /** Opens the waitlist form for the whole party. Null if the event has no waitlist. */
  onWait: (() => void) | null
  ref: Ref<HTMLDivElement>
}

interface Explanation {
  tone: 'bad' | 'warn'
  title?: string
  next: string
}

/**
 * The text for each kind of problem. Null if the form shows the problem elsewhere: at the card, at a field,
 * or at the discount code.
 */
const EXPLANATIONS: Record<FormProblem['kind'], Explanation | null> = {
  declined: null,
  invalid: null,
  mailbox: null,
  code_refused: null,
  choice_gone: {
    tone: 'warn',
    next: 'Nothing was charged, and what you typed is still on this page. Questions? Write to',
  },
  // For parties only. A guest who comes alone to a full event gets a separate panel.
  event_full: { tone: 'bad', next: 'What you typed is still on this page. Questions? Write to' },
  refused: { tone: 'bad', next: 'What you typed is still on this page. Questions? Write to' },
  unexpected: {
    tone: 'bad',
    title: 'Unexpected payment result',
    next: 'We could not tell whether your card was charged. What you typed is still on this page. Press the button again in a moment: you will not be charged twice. If that doesn’t help, write to',
  },
  unreachable: {
    tone: 'warn',
    title: 'We could not reach the ranch.',
    next: 'What you typed is still on this page. Check your connection and press the button again: you will not be charged twice. If that doesn’t help, write to',
  },
  amount_changed: {
    tone: 'warn',
    title: 'The price has just changed.',
    next: 'Nothing was charged. Please check the payments above, then press the button again. Questions? Write to',
  },
  event_started: {
    tone: 'bad',
    title: 'This retreat has already started.',
    next: 'Nothing was charged. Questions? Write to',
  },
  event_cancelled: {
    tone: 'bad',
    title: 'This retreat has been canceled.',
    next: 'Nothing was charged. Questions? Write to',
  },
  event_gone: { tone: 'bad', title: 'Event Not Found', next: 'Nothing was charged. Questions? Write to' },
  hold_ended: {
    tone: 'warn',
    title: 'We held your spot for a while, then had to let it go.',
    next: 'Nothing was charged, and what you typed is still on this page: press the button to take a spot again. Questions? Write to',
  },
  refunded: {
    tone: 'bad',
    title: 'Your payment reached us after the last spot was taken.',
    next: 'We’re refunding it in full. Banks take 5 to 10 days to show it. Questions? Write to',
  },
}

export function OutcomeAlert({ problem, heldUntil, email, people, onWait, ref }: OutcomeAlertProps) {
  if (problem.kind === 'mailbox')
    return (
      <Alert
        tone="good"
        title="Check your email."
        ref={ref}
        text={describeMailbox({ heldUntil, email, people })}
      />
    )
  // This text appears together with the bank's message, which is below the card number.
  if (problem.kind === 'declined')
    return (
      <Alert
        tone="warn"
        title={`${people === 1 ? 'Your spot is' : `Your ${people} spots are`} still held for you.`}
        ref={ref}
        text={describeHold(heldUntil, people)}
      />
    )
  const said = EXPLANATIONS[problem.kind]
  if (said === null) return null
  return (
    <Alert tone={said.tone} title={'message' in problem ? problem.message : said.title} ref={ref}>
      <p>
        <Text>{said.next}</Text> <a href={`mailto:${venue.email}`}>{venue.email}</a>.
      </p>
      {problem.kind === 'event_full' && (
        <p className="button-row">
          <Button look="plain" onClick={() => visit(companionFieldId('companions.0.customerName'))}>
            Sign up fewer people
          </Button>
          {onWait && (
            <Button look="plain" onClick={onWait}>
              Wait for all of us
            </Button>
          )}
        </p>
      )}
    </Alert>
  )
}

/** Says how to confirm held spots by e-mail, and what to do if the e-mail address has a typo. */
export function describeMailbox({
  heldUntil,
  email,
  people,
}: Pick<OutcomeAlertProps, 'heldUntil' | 'email' | 'people'>): string {
  const [spots, are] = people === 1 ? ['your spot', 'it is'] : [`your ${people} spots`, 'they are']
  const by = heldUntil === null ? 'soon' : `by ${TIME.format(new Date(heldUntil)).replaceAll(/\s/g, ' ')}`
  const others = people === 1 ? '' : ' We’ll email the others only then.'
  return `We sent a link to ${email} and are holding ${spots}. Open the link and press the button there ${by}, and ${are} yours.${others} Nothing was charged. Wrong address? Correct it above and press the button again.`
}

/** Formats a time in the guest's own time zone, because the hold ends within minutes. */
const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** Says what the guest can do after a decline, and until what time the spot is held. */
export function describeHold(heldUntil: string | null, people: number): string {
  const by = heldUntil === null ? 'soon' : `by ${TIME.format(new Date(heldUntil)).replaceAll(/\s/g, ' ')}`
  return `Nothing was charged. Check the card or use another one, and press the button again ${by}. After that, the ${people === 1 ? 'spot' : 'spots'} may go to someone else.`
}

interface ReservedProps {
  done: SignUpDone
  /** Path of the guest's private page. Null if the guest must use the link in an e-mail instead. */
  privateHref: string | null
  calendarHref: string
  onAnother: (() => void) | null
  /** Says what the guest has booked. */
  booking?: ReactNode
  children: ReactNode
}

/** Renders the confirmation of a sign-up, and again after a reload (R1.10). */
export function Reserved({ done, privateHref, calendarHref, onAnother, booking, children }: ReservedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Scrolls to the heading. The form was long, so the page would otherwise stay at the scroll position of
    // the form's button.
    if (heading.current) focusBelowHeader(heading.current, heading.current.closest('section'))
  }, [])
  return (
    <section aria-labelledby="reserved-heading">
      <p className="eyebrow">
        <Text>{done.calledName ? 'See you soon, ' : 'See you soon'}</Text>
        <Verbatim>{done.calledName}</Verbatim>
      </p>
      <h2 id="reserved-heading" ref={heading} tabIndex={-1}>
        <Text>
          {done.paid > 0
            ? 'Your payment succeeded.'
            : done.companions.length > 0
              ? 'Your spots are reserved.'
              : 'Your spot is reserved.'}{' '}
          Grab your boots and we'll see you soon.
        </Text>
      </h2>
      <p>
        {done.paid > 0 && (
          <>
            <Text>We received</Text> <Money cents={done.paid} />
            <Text>.</Text>{' '}
          </>
        )}
        <Text>
          A confirmation email is on its way
          {done.email ? ` to ${done.email}` : ''}, with the link to your private page.
          {privateHref === null && ' If you had already signed up, it’s the same link as before.'}
        </Text>
      </p>
      {booking}
      {/* Says how each companion gets a private link (R39.4). */}
      {done.companions.length > 0 && (
        <>
          <p>Each guest has their own page to tell us about food, health and who to call:</p>
          <ul>
            {numbered(done.companions).map(({ guest, of: { customerName, email } }) => (
              <li key={guest}>
                <strong translate="no">{customerName}</strong>
                <Text>
                  :{' '}
                  {email
                    ? `the link is on its way to ${email}.`
                    : 'the link is on your private page. Please pass it along.'}
                </Text>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="button-row">
        {/* Loads a new document. Its headers keep the private address out of caches and hide it from other
            sites. */}
        {privateHref !== null && (
          <LinkButton to={privateHref} reloadDocument>
            Your private page
          </LinkButton>
        )}
        <LinkButton to={calendarHref} look="plain" download>
          Add to your calendar
        </LinkButton>
      </p>
      {children}
      {onAnother && (
        <p className="note">
          <Text>{done.companions.length > 0 ? 'Is someone else coming?' : 'Coming with someone?'}</Text>{' '}
          <TextButton onClick={onAnother}>Sign up another guest</TextButton>
        </p>
      )}
    </section>
  )
}
