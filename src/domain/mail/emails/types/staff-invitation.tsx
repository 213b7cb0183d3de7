/** `staff-invitation`: invites a person to work on the site. Opening the link gives nothing: the person must sign in. */
import { absoluteLink, adminPath } from '#shared/links.ts'
import { type Role, ROLE_WORDS } from '#shared/roles.ts'
import { venue } from '#shared/venue.ts'
import { Letter } from '../../layout/letter.tsx'
import { MainButton } from '../../layout/main-button.tsx'
import { Paragraph } from '../../layout/text.tsx'
import type { InvitationEmail, InvitationFacts } from '../definition.ts'

const TITLE = `You’re on the team at ${venue.name}`

export const staffInvitation: InvitationEmail = {
  about: 'person',
  subject: () => TITLE,
  preview: ({ role }) => `Sign in to start. Your role is ${wordsOf(role)}.`,
  Content: StaffInvitation,
}

const wordsOf = (role: Role) => ROLE_WORDS[role].label.toLowerCase()

function StaffInvitation({ name, email, role, publicUrl }: InvitationFacts) {
  return (
    <Letter
      kicker="Invitation"
      title={TITLE}
      detail={`Your role: ${ROLE_WORDS[role].label}`}
      greeting={name ? `Hello ${name},` : 'Hello,'}
    >
      <Paragraph>
        An owner of {venue.name} has invited you to work on the site. Your role is {wordsOf(role)}: you{' '}
        {ROLE_WORDS[role].does}.
      </Paragraph>
      <MainButton href={absoluteLink(publicUrl, adminPath)} note={`Sign in with ${email}.`}>
        Sign in
      </MainButton>
      <Paragraph>
        This email has no password in it. We know you by your email address, so please sign in with this one.
        If you don’t expect this invitation, you can ignore it.
      </Paragraph>
    </Letter>
  )
}
