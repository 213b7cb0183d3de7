/** The box by which a guest lets the card be kept for the rest (R42.1): off, with the words of consent. Loaded where a rest is to come. */
import { CheckField } from '#ui/field.tsx'
import { KEEP_CARD, type LaterCharge } from '#features/booking/domain/kept-card.ts'
import type { SignUp } from './use-sign-up.ts'

export function KeepCardBox({ signUp, laterCharge }: { signUp: SignUp; laterCharge: LaterCharge }) {
  return (
    <CheckField
      id="sign-up-keep-card"
      checked={signUp.keepCard}
      disabled={signUp.state.at === 'paying'}
      onChange={({ target }) => signUp.setKeepCard(target.checked)}
    >
      {KEEP_CARD.words(laterCharge)}
    </CheckField>
  )
}
