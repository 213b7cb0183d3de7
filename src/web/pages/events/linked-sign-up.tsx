/** The sign-up as the pages of the site hold it; and by a link, on the page that the link leads to. */
import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { isOpen } from '#features/booking/ui/guest/sign-up-machine.ts'
import { type SignUpOptions, useSignUp } from '#features/booking/ui/guest/use-sign-up.ts'
import type { EventDetails } from '#features/events/contract/events.ts'
import { useFocusKept } from '#ui/focus.ts'
import { useSite } from '#web/site.ts'
import { ReservedSheet } from './reserved-sheet.tsx'
import { SignUpSheet } from './sign-up-sheet.tsx'

/** `useSignUp` with what the site and the page know. */
export function usePageSignUp(options: Omit<SignUpOptions, 'keepsCards' | 'wallets' | 'onStale'>) {
  const { revalidate } = useRevalidator()
  const { keepsCards = false, wallets = false } = useSite()?.payments ?? {}
  return useSignUp({ ...options, keepsCards, wallets, onStale: () => void revalidate() })
}

interface LinkedSignUpProps extends Pick<SignUpOptions, 'link' | 'initial' | 'companions'> {
  event: EventDetails
  /** There is no spot to take: no form is shown. */
  closed?: boolean
  /** So many can come along. */
  most: number
  /** What the link is for, with a button that opens the form. */
  children: (open: () => void) => ReactNode
}

/** What the link is for, the form once it is opened, or that the spot is reserved. */
export function LinkedSignUp({ closed = false, most, children, ...options }: LinkedSignUpProps) {
  const { event } = options
  const signUp = usePageSignUp(options)
  const [opened, setOpened] = useState(false)
  const keepFocus = useFocusKept('main')
  const { state } = signUp
  if (state.at === 'reserved') return <ReservedSheet event={event} done={state.done} onAnother={null} />
  if (isOpen(state) && !closed) {
    const back = () => {
      keepFocus()
      signUp.close()
    }
    return <SignUpSheet event={event} signUp={signUp} most={most} fresh={opened} onBack={back} />
  }
  return children(() => {
    setOpened(true)
    signUp.open()
  })
}
