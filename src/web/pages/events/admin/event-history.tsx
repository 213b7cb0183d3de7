import { useState } from 'react'
import { listAudit, type AuditEntryShown } from '../../../../capabilities/audit/contract.ts'
import { AuditList } from '../../../../capabilities/audit/ui/audit-list.tsx'
import { Button } from '../../../../shared/ui/button.tsx'
import { Notice } from '../../../../shared/ui/notice.tsx'
import { browserCall } from '../../../browser-call.ts'

interface Read {
  entries: AuditEntryShown[]
  nextCursor: number | null
}

/** Who changed what about the event and its guests; asked for when somebody wants to know. */
export function EventHistory({ eventId }: { eventId: number }) {
  const [read, setRead] = useState<Read | null>(null)
  const [state, setState] = useState<{ busy: boolean; failure: string | null }>({
    busy: false,
    failure: null,
  })
  const more = async () => {
    setState({ busy: true, failure: null })
    const cursor = read?.nextCursor ?? undefined
    const page = await browserCall(listAudit, { query: { eventId, cursor } })
    setState({ busy: false, failure: page.ok ? null : page.message })
    if (!page.ok) return
    setRead({ entries: [...(read?.entries ?? []), ...page.data.entries], nextCursor: page.data.nextCursor })
  }
  return (
    <section className="admin-part on-sheet" aria-labelledby="history">
      <h2 id="history">Who changed what</h2>
      {read?.entries.length === 0 && <p>Nothing has been changed yet.</p>}
      {read && <AuditList entries={read.entries} />}
      {state.failure && <Notice tone="bad" title={state.failure} />}
      {(read === null || read.nextCursor !== null) && (
        <Button look="plain" busy={state.busy} onClick={() => void more()}>
          {read === null ? 'Show the changes' : 'Earlier'}
        </Button>
      )}
    </section>
  )
}
