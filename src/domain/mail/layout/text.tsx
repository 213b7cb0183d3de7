/** Text in the design's styles: lines, paragraphs and links. */
import { Link as EmailLink } from 'react-email'
import type { CSSProperties, ReactNode } from 'react'
import type { TextRole } from './html-and-text.ts'
import { darkClassOf, styles } from './style.ts'

/** Renders text in one style of the design. `inText` is the role of this element in the plain text. */
export function Line({
  look,
  inText,
  children,
}: {
  look: keyof typeof styles
  inText?: TextRole
  children: ReactNode
}) {
  const style: CSSProperties = styles[look]
  return (
    <p className={darkClassOf(style)} style={style} data-text={inText}>
      {children}
    </p>
  )
}

export const Paragraph = ({ children }: { children: ReactNode }) => <Line look="paragraph">{children}</Line>

export const Link = (link: { href: string; children: ReactNode }) => (
  <EmailLink className="link" style={styles.link} {...link} />
)

/**
 * Renders a link at the end of a sentence. In the plain text, the sentence has no period, because the address comes
 * last.
 */
export const LinkEnd = (link: { href: string; children: ReactNode }) => (
  <>
    <Link {...link} />
    <span data-text="skip">.</span>
  </>
)

export const NotWanted = () => (
  <Paragraph>If this isn’t what you wanted, reply to this email, and we’ll make it right.</Paragraph>
)

export const CannotCome = () => (
  <Paragraph>
    Can’t come, or didn’t know about this? Just reply to this email, and we’ll take care of it.
  </Paragraph>
)
