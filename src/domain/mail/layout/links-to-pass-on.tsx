import type { CompanionFacts } from '../emails/facts/party.ts'
import { Fact, FactList } from './fact-list.tsx'
import { Link, Paragraph } from './text.tsx'

/**
 * Lists the private links that the payer passes on to companions without an e-mail address, if there are any. `when`
 * says by when the payer should do so, such as "today".
 */
export function LinksToPassOn({ companions, when }: { companions: CompanionFacts[]; when?: string }) {
  const links = companions.flatMap(({ name, handOn }) => (handOn === null ? [] : [{ name, href: handOn }]))
  const [first, ...more] = links
  if (!first) return null
  const isOne = more.length === 0
  return (
    <>
      <Paragraph>
        We don’t have an email address for {isOne ? first.name : 'some of you'}, so please send{' '}
        {isOne ? 'them this link to their own page' : 'each of them the link to their own page'}
        {when && ` ${when}`}. We still need to know what they can’t eat and who to call. What they tell us
        there stays between them and us.
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
