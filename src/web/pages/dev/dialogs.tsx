import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDelete } from '#ui/confirm-delete.tsx'
import { Modal } from '#ui/modal.tsx'
import { Part } from './part.tsx'

/** The dialogs, with something to open or delete. */
export function Dialogs() {
  const [open, setOpen] = useState(false)
  const [kept, setKept] = useState(true)
  return (
    <>
      <Part title="Modal" use={'<Modal open={open} onClose={close} title="…">…</Modal>'}>
        <Button data-hydrate aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Open the modal
        </Button>
        <Modal open={open} onClose={() => setOpen(false)} title="A modal">
          <p>It closes with its button, on Escape, and with a click beside it.</p>
          <div className="button-row">
            <Button onClick={() => setOpen(false)}>Fine</Button>
          </div>
        </Modal>
      </Part>
      <Part title="Delete, asking first" use={'<ConfirmDelete what="invoice 12" onDelete={remove} />'}>
        <ul className="part-rows">
          <li>
            <span>Invoice 12</span>
            {kept ? (
              <ConfirmDelete
                what="invoice 12"
                onDelete={() => {
                  setKept(false)
                  return Promise.resolve(null)
                }}
              />
            ) : (
              <span>is gone.</span>
            )}
          </li>
          <li>
            <span>Invoice 13</span>
            <ConfirmDelete
              what="invoice 13"
              onDelete={() => Promise.resolve('It has been paid, so it stays.')}
            >
              <p>Delete Invoice #13?</p>
            </ConfirmDelete>
          </li>
        </ul>
      </Part>
    </>
  )
}
