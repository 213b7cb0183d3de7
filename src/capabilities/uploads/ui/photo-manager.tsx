import type { Call } from '../../../shared/client.ts'
import type { Photo } from '../../events/contract.ts'
import type { UploadFile } from './send.ts'

export interface PhotoManagerProps {
  eventId: number
  photos: Photo[]
  /** The photos as they are kept now, after each upload, move, change of words or deletion. */
  onChange: (photos: Photo[]) => void
  /** `browserCall` of the browser. */
  call: Call
  /** `uploadFile` of the browser. */
  upload: UploadFile
}
