import type { Ref } from 'react'
import { Notice } from '#ui/notice.tsx'
import type { SignUpNotice } from './use-sign-up.ts'

interface OutcomeNoticeProps {
  notice: SignUpNotice
  /** Where a guest can write when nothing here helps. */
  contactEmail: string
  ref: Ref<HTMLDivElement>
}

interface Words {
  tone: 'bad' | 'warn'
  title: string
  next: string
}

/** The outcome and the next step in words. A decline stands under the card, a full event has its own panel. */
function words(notice: SignUpNotice): Words | null {
  switch (notice.kind) {
    case 'declined':
    case 'event_full':
    case 'invalid':
      return null
    case 'unexpected':
      return {
        tone: 'bad',
        title: 'Unexpected payment result',
        next: 'We could not tell whether your card was charged. What you typed is kept. Press the button again in a moment: you will not be charged twice. If it stays like this, write to',
      }
    case 'unreachable':
      return {
        tone: 'warn',
        title: 'We could not reach the ranch.',
        next: 'What you typed is kept. Check your connection and press the button again: you will not be charged twice. If it stays like this, write to',
      }
    case 'amount_changed':
      return {
        tone: 'warn',
        title: 'The price has just changed.',
        next: 'Nothing was charged. Please check the payments above, then press the button again. Questions? Write to',
      }
    case 'event_started':
      return {
        tone: 'bad',
        title: 'This retreat has already started.',
        next: 'Nothing was charged. Write to',
      }
    case 'event_cancelled':
      return {
        tone: 'bad',
        title: 'This retreat has been cancelled.',
        next: 'Nothing was charged. Write to',
      }
    case 'event_gone':
      return { tone: 'bad', title: 'Event Not Found', next: 'Nothing was charged. Write to' }
    case 'hold_ended':
      return {
        tone: 'warn',
        title: 'We held your spot for a while, then had to let it go.',
        next: 'Nothing was charged, and what you typed is kept: press the button to take a spot again. Questions? Write to',
      }
    case 'refunded':
      return {
        tone: 'bad',
        title: 'Your payment came after the last spot had gone.',
        next: 'It was refunded in full; your bank shows it in a few days. Questions? Write to',
      }
    case 'refused':
      return { tone: 'bad', title: notice.message, next: 'What you typed is kept. Questions? Write to' }
  }
}

export function OutcomeNotice({ notice, contactEmail, ref }: OutcomeNoticeProps) {
  const said = words(notice)
  if (said === null) return null
  return (
    <Notice tone={said.tone} title={said.title} ref={ref}>
      <p>
        {said.next} <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
      </p>
    </Notice>
  )
}
