import { TextButton } from '#ui/button.tsx'
import type { Trouble } from './use-cell.ts'

interface TroubleNoteProps {
  id: string
  trouble: Trouble
  /** How a text of this field reads. */
  words: (text: string) => string
  onAgain: () => void
  onDrop: () => void
}

/** Next to a field: that it was not saved, why, what was typed, and what can be done. */
export function TroubleNote({ id, trouble, words, onAgain, onDrop }: TroubleNoteProps) {
  const mine = trouble.mine.trim() === '' ? null : words(trouble.mine)
  return (
    <div className="entry-trouble" role="alert" id={id}>
      <p>
        {trouble.kind === 'stale'
          ? `Not saved: somebody else has just made it “${words(trouble.theirs)}”.`
          : `Not saved. ${trouble.message}`}
        {mine !== null && ` Yours was “${mine}”.`}
      </p>
      <div className="entry-choices">
        {mine !== null && (
          <TextButton onClick={onAgain}>{trouble.kind === 'stale' ? 'Save mine' : 'Try again'}</TextButton>
        )}
        <TextButton onClick={onDrop}>{trouble.kind === 'stale' ? 'Keep theirs' : 'Leave it'}</TextButton>
      </div>
    </div>
  )
}
