/**
 * A mail before it is HTML or plain text. Both are made from this one description, so they cannot drift
 * apart, and a new kind of mail is a new description. All texts are plain: markup in them shows as it is.
 */
export interface Letter {
  subject: string
  /** The line that mail programs show beside the subject. */
  preheader: string
  heading: { kicker: string; title: string; detail: string }
  greeting: string
  blocks: Block[]
  /** Small print; the venue's own line follows it. */
  footer: Paragraph[]
}

export type Block =
  | ({ kind: 'text' } & Paragraph)
  | { kind: 'money'; rows: MoneyRow[] }
  | { kind: 'facts'; rows: Fact[] }
  | { kind: 'button'; label: string; href: string; note: string | null }
  | { kind: 'steps'; title: string; steps: Step[] }
  | { kind: 'promise'; title: string; text: string }

/** `href`: where the value leads, such as a telephone. */
export interface Fact {
  label: string
  value: string
  href: string | null
}

/** `amount` is formatted; the total stands out. */
export interface MoneyRow {
  label: string
  amount: string
  tone: 'plain' | 'total'
}

export interface Step {
  title: string
  text: string
  link: Link | null
}

/** A link stands at the end of its paragraph, as part of the sentence. */
export interface Paragraph {
  text: string
  link: Link | null
}

export interface Link {
  label: string
  href: string
}
