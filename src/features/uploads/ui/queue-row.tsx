import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FileProgress } from './file-progress.tsx'
import type { QueuedPhoto } from './photo-queue.ts'

interface QueueRowProps {
  photo: QueuedPhoto
  onRetry: () => void
  onDrop: () => void
}

/** One photo that is not there yet. */
export function QueueRow({ photo: { file, state }, onRetry, onDrop }: QueueRowProps) {
  const failed = state.at === 'failed'
  return (
    <li className="photo-queued">
      <div>
        {state.at === 'sending' && <FileProgress name={file.name} part={state.part} />}
        {state.at === 'waiting' && <span>{file.name} waits for its turn</span>}
        {failed && (
          <p className="field-error" role="alert">
            {state.message}
          </p>
        )}
      </div>
      {failed && state.again && (
        <Button look="plain" onClick={onRetry}>
          Try again<span className="unseen"> with {file.name}</span>
        </Button>
      )}
      <IconButton label={`${failed ? 'Leave out' : 'Cancel'} ${file.name}`} icon="close" onClick={onDrop} />
    </li>
  )
}
