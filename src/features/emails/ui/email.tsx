/**
 * An e-mail as HTML: one design for all, 600 px wide, for phones first. Its parts are tables, since mail programs lay out nothing
 * else alike.
 */
import { Button, Container, Head, Html, Link, Preview, render } from 'react-email'
import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { venue } from '#shared/venue.ts'
import type { Block, Fact, MoneyRow, Paragraph, Step, TypedPart, WrittenEmail } from '../definition.ts'
import { styles, stylesheet } from './style.ts'

/** The e-mail's HTML, whole. */
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
        {/* Dates, phone numbers and places stay as they are, not blue links. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <style>{stylesheet}</style>
      </Head>
      {/* Not the library's Body and Section: they move paddings and colors to inner cells, out of dark mode's reach. */}
      <body className="page" style={styles.body}>
        <Preview useTitleTag={false}>{email.preheader}</Preview>
        <Container className="paper" style={styles.container}>
          <div className="side" style={styles.head}>
            <p style={styles.wordmark}>{venue.name}</p>
            <p style={styles.kicker}>{kicker}</p>
            <h1 className="title" style={styles.title}>
              {title}
            </h1>
            <p style={styles.detail}>{detail}</p>
          </div>
          <div style={styles.skyline}>&nbsp;</div>
          <div className="side" style={styles.content}>
            <p className="ink" style={styles.greeting}>
              {email.greeting}
            </p>
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
        <p className="soft" style={styles.footText}>
          <Sentence
            text="Questions? Just reply to this email, or write to"
            link={{ label: venue.email, href: `mailto:${venue.email}` }}
          />
        </p>
      )}
      {footer.map((paragraph) => (
        <p key={paragraph.text} className="soft" style={styles.footText}>
          <Sentence {...paragraph} />
        </p>
      ))}
      <p className="ink" style={styles.footVenue}>
        {venue.name}. {venue.tagline}.
      </p>
    </div>
  )
}

function EmailBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return (
        <p className="ink" style={styles.paragraph}>
          <Sentence {...block} />
        </p>
      )
    case 'typed':
      return (
        <p className="ink" style={styles.paragraph}>
          {block.lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines never move, and two may read alike
            <Fragment key={index}>
              {index > 0 && <br />}
              <TypedLine line={line} />
            </Fragment>
          ))}
        </p>
      )
    case 'money':
      return <Money rows={block.rows} />
    case 'facts':
      return <Facts rows={block.rows} />
    case 'button':
      return <MainButton {...block} />
    case 'steps':
      return <Steps title={block.title} steps={block.steps} />
    case 'promise':
      return <Pledge title={block.title} text={block.text} />
  }
}

/** A text and, at its end, its link. */
function Sentence({ text, link }: Paragraph) {
  if (link === null) return text
  return (
    <>
      {text}{' '}
      <Link className="link" style={styles.link} href={link.href}>
        {link.label}
      </Link>
      {text.endsWith(':') ? '' : '.'}
    </>
  )
}

function TypedLine({ line }: { line: TypedPart[] }) {
  return line.map(({ text, href }, index) =>
    href === null ? (
      text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- as above
      <Link key={index} className="link" style={styles.link} href={href}>
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
              <p className={total ? 'ink' : 'soft'} style={total ? styles.totalLabel : styles.label}>
                {label}
              </p>
            </td>
            <td className="line" style={space} align="right">
              <p className="ink" style={total ? styles.total : styles.amount}>
                {amount}
              </p>
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
            <p className="soft" style={styles.factLabel}>
              {label}
            </p>
          </td>
          <td style={styles.factCell}>
            <p className="ink" style={styles.fact}>
              {href === null ? (
                value
              ) : (
                <Link className="link" style={styles.link} href={href}>
                  {value}
                </Link>
              )}
            </p>
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
      <p className="soft" style={note === null ? styles.noNote : styles.note}>
        {note}
      </p>
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
              <p className="number" style={styles.stepNumber}>
                {index + 1}
              </p>
            </td>
            <td style={styles.stepCell}>
              <p className="ink" style={styles.stepTitle}>
                {step.title}
              </p>
              <p className="soft" style={styles.stepText}>
                {step.text}
              </p>
              {step.link && (
                <p style={styles.stepText}>
                  <Link className="link" style={styles.link} href={step.link.href}>
                    {step.link.label}
                  </Link>
                </p>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </div>
  )
}

function Pledge({ title, text }: { title: string; text: string }) {
  return (
    <div style={styles.promiseSpace}>
      <div className="promise" style={styles.promise}>
        <p className="ink" style={styles.promiseTitle}>
          {title}
        </p>
        <p className="soft" style={styles.promiseText}>
          {text}
        </p>
      </div>
    </div>
  )
}
