/** The steps that an e-mail asks a guest to take. */
import type { ReactNode } from 'react'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { venue } from '#shared/venue.ts'
import { cardAndDay, dueWords, type OpenInvoice } from '../emails/facts/invoices.ts'
import type { GuestLinks, UpcomingFacts } from '../emails/facts/reservation.ts'
import { WhenAndWhere } from './fact-list.tsx'
import { OurPromise } from './our-promise.tsx'
import { type Step, Steps } from './steps.tsx'

interface NextStepsProps {
  stay: UpcomingFacts
  pay: Step[]
  children?: ReactNode
}

/** Renders the end of a sign-up e-mail, below the amounts: when and where the event is, and what to do next. */
export const NextSteps = ({ stay, pay, children }: NextStepsProps) => (
  <>
    <WhenAndWhere {...stay} />
    <Steps
      title="What to do next"
      steps={[...detailSteps(stay), ...pay, SAVE_THE_DATES, ...travelSteps(stay.links)]}
    />
    {children}
    <OurPromise />
  </>
)

export const BOOTS = "Grab your boots and we'll see you soon."

export const SAVE_THE_DATES: Step = {
  title: 'Save the dates',
  text: 'The calendar file in this email has them.',
}

/** Returns a step that asks for missing details. Returns none if the details are complete. */
export function detailSteps({ detailsMissing }: UpcomingFacts): Step[] {
  if (!detailsMissing) return []
  const text =
    'Where to reach you, who to call, what you can’t eat. It takes five minutes on your page above.'
  return [{ title: 'Tell us about yourself', text }]
}

/**
 * The largest number of payment steps. If there would be more, a single step replaces them, because the table above
 * already lists the payments.
 */
const MOST_PAY_STEPS = 2

/** Returns the steps to pay the open invoices. `what` completes the sentence "Pay …". */
export function paySteps(open: OpenInvoice[], what: string): Step[] {
  const byGuest = open.filter(({ byCard }) => !byCard)
  const [next] = byGuest
  if (next && byGuest.length > MOST_PAY_STEPS) {
    const first = `The first is ${next.label}, ${formatMoney(next.amount)}, ${dueWords(next)}.`
    const text = `${first} All are on your page above. You can also pay them early.`
    return [{ title: `Pay ${what}`, text }]
  }
  return open.map(({ label, amount, due, dueNow, byCard }) => {
    if (byCard)
      return {
        title: 'Nothing to do for the remainder',
        text: `We’ll charge ${formatMoney(amount)} to ${cardAndDay(byCard)}, and email you three days before. You can stop the charge or pay another way on your page above.`,
      }
    const later = due !== null && !dueNow
    return {
      title: later ? `Pay ${what} by ${formatDay(due)}` : `Pay ${what}`,
      text: `${label}: ${formatMoney(amount)}, on your page above.${later ? ' You can also pay early.' : ''}`,
    }
  })
}

const travelSteps = ({ directions, packingList }: GuestLinks): Step[] => [
  {
    title: 'Read the directions before you set out',
    text: `The last ${venue.dirtRoadMiles} miles are dirt road.`,
    link: { label: 'Directions', href: directions },
  },
  {
    title: 'Pack',
    text: 'We keep a list, so you don’t have to.',
    link: { label: 'Packing list', href: packingList },
  },
]
