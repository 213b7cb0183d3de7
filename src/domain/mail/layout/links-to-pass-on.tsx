import type { CompanionFacts } from '../emails/facts/party.ts'
import { Fact, FactList } from './fact-list.tsx'
import { Link, Paragraph } from './text.tsx'

/** Lists the private links that the payer passes on to companions without an e-mail address, if there are any. */
export function LinksToPassOn({ companions }: { companions: CompanionFacts[] }) {
  const links = companions.flatMap(({ name, handOn }) => (handOn === null ? [] : [{ name, href: handOn }]))
  const [first, ...more] = links
  if (!first) return null
  const isOne = more.length === 0
  return (
    <>
      <Paragraph>
        {isOne ? `${first.name} has` : 'Some of you have'} no email address with us, so please send{' '}
        {isOne ? 'this link' : 'each their link'} on: we still need to know what they cannot eat and whom to
        call. What they tell us there stays between them and us.
      </Paragraph>
      <FactList>
        {links.map(({ name, href }) => (
          <Fact key={href} label={name}>
            <Link href={href}>{href}</Link>
          </Fact>
        ))}
      </FactList>
    </>
  )
}
