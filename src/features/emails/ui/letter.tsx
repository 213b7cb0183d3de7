/** A letter as HTML: one design for every mail, 600 px wide, for phones first. */
import { Container, Head, Html, Preview } from 'react-email'
import type { Venue } from '../content.ts'
import type { Letter } from '../letters/letter.ts'
import { LetterBlock, Sentence } from './blocks.tsx'
import { styles, stylesheet } from './style.ts'

export function LetterMail({ letter, venue }: { letter: Letter; venue: Venue }) {
  const { kicker, title, detail } = letter.heading
  return (
    <Html lang="en">
      <Head>
        <title>{letter.subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Dates, phone numbers and places stay as they are, not blue links. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <style>{stylesheet}</style>
      </Head>
      {/* Not the library's Body and Section: they move paddings and colors to inner cells, out of dark mode's reach. */}
      <body className="page" style={styles.body}>
        <Preview useTitleTag={false}>{letter.preheader}</Preview>
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
              {letter.greeting}
            </p>
            {letter.blocks.map((block, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- blocks never move
              <LetterBlock key={index} block={block} />
            ))}
          </div>
          <Footer letter={letter} venue={venue} />
        </Container>
      </body>
    </Html>
  )
}

function Footer({ letter, venue }: { letter: Letter; venue: Venue }) {
  return (
    <div className="side line" style={styles.foot}>
      <p className="soft" style={styles.footText}>
        <Sentence
          text="Questions? Just answer this mail, or write to"
          link={{ label: venue.email, href: `mailto:${venue.email}` }}
        />
      </p>
      {letter.footer.map((paragraph) => (
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
