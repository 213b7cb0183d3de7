/** The HTML document of every e-mail. All e-mails have the same design: 600 px wide, and made for phones first. */
import { Container, Head, Html, Preview } from 'react-email'
import type { WrittenEmail } from '../emails/definition.ts'
import { styles, stylesheet } from './style.ts'

export function EmailPage({ subject, preview, content }: WrittenEmail) {
  return (
    <Html lang="en">
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Keeps mail programs from turning dates, phone numbers and addresses into blue links. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <style>{stylesheet}</style>
      </Head>
      {/* Does not use the library's Body and Section, because they move padding and colors to inner cells, where dark
          mode cannot override them. */}
      <body className="page" style={styles.body}>
        <Preview useTitleTag={false}>{preview}</Preview>
        <Container className="paper" style={styles.container}>
          {content}
        </Container>
      </body>
    </Html>
  )
}
