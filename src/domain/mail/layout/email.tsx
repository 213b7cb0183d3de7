/**
 * Renders an e-mail as HTML: one design for all, 600 px wide, phones first. It uses tables, because mail programs
 * agree on no other layout.
 */
import { Button, Container, Head, Html, Link as EmailLink, Preview, render } from 'react-email'
import { type CSSProperties, Fragment, type ReactNode } from 'react'
import type { TextPart } from '#shared/links.ts'
import { venue } from '#shared/venue.ts'
import type { Block, Fact, MoneyRow, Paragraph, Step, WrittenEmail } from '../emails/definition.ts'
import { darkClassOf, styles, stylesheet } from './style.ts'

/** Returns the complete HTML document of an e-mail. */
export const renderDocument = (email: WrittenEmail) => render(<EmailDocument email={email} />)

function EmailDocument({ email }: { email: WrittenEmail }) {
  const { kicker, title, detail } = email.heading
  return (
    <Html lang="en">
      <Head>
        <title>{email.subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Keeps dates, phone numbers and addresses from being turned into blue links. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <style>{stylesheet}</style>
      </Head>
      {/* Avoids the library's Body and Section, which move padding and colors to inner cells, where dark mode
          cannot override them. */}
      <body className="page" style={styles.body}>
        <Preview useTitleTag={false}>{email.preheader}</Preview>
        <Container className="paper" style={styles.container}>
          <div className="side" style={styles.head}>
            <Line look="wordmark">{venue.name}</Line>
            <Line look="kicker">{kicker}</Line>
            <h1 className="title" style={styles.title}>
              {title}
            </h1>
            <Line look="detail">{detail}</Line>
          </div>
          <div style={styles.skyline}>&nbsp;</div>
          <div className="side" style={styles.content}>
            <Line look="greeting">{email.greeting}</Line>
            {email.blocks.map((block, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- blocks never move
              <EmailBlock key={index} block={block} />
            ))}
          </div>
          <Footer {...email} />
        </Container>
      </body>
    </Html>
  )
}

function Footer({ footer, toUs = false }: Pick<WrittenEmail, 'footer' | 'toUs'>) {
  return (
    <div className="side line" style={styles.foot}>
      {!toUs && (
        <Line look="footText">
          <Sentence
            text="Questions? Just reply to this email, or write to"
            link={{ label: venue.email, href: `mailto:${venue.email}` }}
          />
        </Line>
      )}
      {footer.map((paragraph) => (
        <Line key={paragraph.text} look="footText">
          <Sentence {...paragraph} />
        </Line>
      ))}
      <Line look="footVenue">
        {venue.name}. {venue.tagline}.
      </Line>
    </div>
  )
}

function Line({ look, children }: { look: keyof typeof styles; children: ReactNode }) {
  const style: CSSProperties = styles[look]
  return (
    <p className={darkClassOf(style)} style={style}>
      {children}
    </p>
  )
}

const Link = (link: { href: string; children: ReactNode }) => (
  <EmailLink className="link" style={styles.link} {...link} />
)

function EmailBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return (
        <Line look="paragraph">
          <Sentence {...block} />
        </Line>
      )
    case 'typed':
      return (
        <Line look="paragraph">
          {block.lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines never move, and two may read alike
            <Fragment key={index}>
              {index > 0 && <br />}
              <TypedLine line={line} />
            </Fragment>
          ))}
        </Line>
      )
    case 'money':
      return <Money {...block} />
    case 'facts':
      return <Facts {...block} />
    case 'button':
      return <MainButton {...block} />
    case 'steps':
      return <Steps {...block} />
    case 'promise':
      return <Promised {...block} />
  }
}

function Sentence({ text, link }: Paragraph) {
  if (link === null) return text
  return (
    <>
      {text} <Link href={link.href}>{link.label}</Link>
      {text.endsWith(':') ? '' : '.'}
    </>
  )
}

function TypedLine({ line }: { line: TextPart[] }) {
  return line.map(({ text, href }, index) =>
    href === null ? (
      text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- as above
      <Link key={index} href={href}>
        {text}
      </Link>
    ),
  )
}

function Table({ children, ...props }: { children: ReactNode; className?: string; style: CSSProperties }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} {...props}>
      <tbody>{children}</tbody>
    </table>
  )
}

function Money({ rows }: { rows: MoneyRow[] }) {
  return (
    <Table className="card" style={styles.card}>
      {rows.map(({ label, amount, tone }, index) => {
        const total = tone === 'total'
        const ruled = total && rows.length > 1
        const cell = ruled ? styles.totalCell : index === 0 ? styles.firstCell : styles.cell
        const bottom = index === rows.length - 1 && !ruled ? { ...cell, paddingBottom: 18 } : cell
        const space = rows[index + 1]?.tone === 'total' ? { ...bottom, paddingBottom: 14 } : bottom
        return (
          // oxlint-disable-next-line react/no-array-index-key -- rows never move, and two may read alike
          <tr key={index}>
            <td className="line" style={space}>
              <Line look={total ? 'totalLabel' : 'label'}>{label}</Line>
            </td>
            <td className="line" style={space} align="right">
              <Line look={total ? 'total' : 'amount'}>{amount}</Line>
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

function Facts({ rows }: { rows: Fact[] }) {
  return (
    <Table style={styles.facts}>
      {rows.map(({ label, value, href }) => (
        <tr key={label}>
          <td style={styles.factLabelCell}>
            <Line look="factLabel">{label}</Line>
          </td>
          <td style={styles.factCell}>
            <Line look="fact">{href === null ? value : <Link href={href}>{value}</Link>}</Line>
          </td>
        </tr>
      ))}
    </Table>
  )
}

function MainButton({ label, href, note }: { label: string; href: string; note: string | null }) {
  return (
    <div>
      <Button className="action" style={styles.button} href={href}>
        {label}
      </Button>
      <Line look={note === null ? 'noNote' : 'note'}>{note}</Line>
    </div>
  )
}

function Steps({ title, steps }: { title: string; steps: Step[] }) {
  return (
    <div>
      <h2 className="ink" style={styles.subheading}>
        {title}
      </h2>
      <Table style={{ width: '100%' }}>
        {steps.map((step, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <tr key={index}>
            <td style={styles.stepNumberCell}>
              <Line look="stepNumber">{index + 1}</Line>
            </td>
            <td style={styles.stepCell}>
              <Line look="stepTitle">{step.title}</Line>
              <Line look="stepText">{step.text}</Line>
              {step.link && (
                <Line look="stepText">
                  <Link href={step.link.href}>{step.link.label}</Link>
                </Line>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </div>
  )
}

function Promised({ title, text }: { title: string; text: string }) {
  return (
    <div style={styles.promiseSpace}>
      <div className="promise" style={styles.promise}>
        <Line look="promiseTitle">{title}</Line>
        <Line look="promiseText">{text}</Line>
      </div>
    </div>
  )
}
