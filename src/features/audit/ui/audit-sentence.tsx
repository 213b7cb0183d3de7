import { Link } from 'react-router'
import type { AuditEntryShown } from '../contract.ts'
import { type HistoryScope, sentenceOf } from './labels.ts'

/** One entry of a history as a sentence, with links to the guest and the event. */
export function AuditSentence({ entry, scope }: { entry: AuditEntryShown; scope: HistoryScope }) {
  return sentenceOf(entry, scope).map(({ text, href }) =>
    href === undefined ? (
      text
    ) : (
      <Link key={href} to={href}>
        <bdi>{text}</bdi>
      </Link>
    ),
  )
}
