import type { UploadFile } from './send.ts'

export interface PictureFieldProps {
  /** The control's id: the error summary leads there. */
  id: string
  label: string
  hint?: string
  required?: boolean
  /** The picture's address: of this site's own (`/uploads/…`, `/pictures/…`) or https. Empty: none. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** What is wrong, in words for people. */
  error?: string | undefined
  /** `uploadFile` of the browser. */
  upload: UploadFile
  /** Told while a picture is on its way, so that the form does not go without it. */
  onBusy?: (busy: boolean) => void
}
