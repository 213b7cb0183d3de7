/**
 * The unchecked checkbox by which a guest agrees to save the card for the remainder (R42.1). A page loads
 * this file only if a remainder will be due.
 */
import { CheckField } from '#app/ui/field.tsx'
import { KEEP_CARD, type LaterCharge } from '#domain/booking/domain/saved-card.ts'
import type { SignUp } from '#app/public/sign-up/use-sign-up.ts'

export function SaveCardBox({ signUp, laterCharge }: { signUp: SignUp; laterCharge: LaterCharge }) {
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
