import type { Call } from '#shared/client.ts'
import { Modal } from '#ui/modal.tsx'
import { MailViewer } from './mail-viewer.tsx'
import { typeWords } from './mail-words.ts'
import { SendMail, type WantedMail } from './send-mail.tsx'

export type OpenedMail = { kind: 'view'; id: number } | { kind: 'send'; mail: WantedMail }

interface MailDialogProps {
  opened: OpenedMail | null
  reservationId: number
  call: Call
  onSent: (words: string) => void
  onOutdated: () => void
  onClose: () => void
}

export function MailDialog({ opened, reservationId, call, onSent, onOutdated, onClose }: MailDialogProps) {
  return (
    <Modal
      open={opened !== null}
      onClose={onClose}
      title={opened?.kind === 'send' ? `Send “${typeWords(opened.mail.type)}”?` : 'Mail'}
      backdrop={opened?.kind === 'send' ? 'static' : true}
    >
      {opened?.kind === 'view' && (
        <MailViewer
          key={opened.id}
          id={opened.id}
          call={call}
          onSent={onSent}
          onOutdated={onOutdated}
          onClose={onClose}
        />
      )}
      {opened?.kind === 'send' && (
        <SendMail
          mail={opened.mail}
          reservationId={reservationId}
          call={call}
          onSent={onSent}
          onOutdated={onOutdated}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}
