/** How the parts of this folder send a file: the pages hand in `uploadFile` of `src/web/browser-upload.ts`. */
import type { Result } from '#shared/client.ts'
import type { Endpoint, InputOf } from '#shared/endpoint.ts'

export interface Sending {
  file: File
  /** From 0 to 1: how much of the file is on its way. At 1 the server still works on it. */
  onProgress?: ((part: number) => void) | undefined
  /** Ends it; the result is then `unavailable`. */
  signal?: AbortSignal | undefined
}

export type UploadFile = <E extends Endpoint>(
  endpoint: E,
  sending: Sending & Omit<InputOf<E>, 'body'>,
) => Promise<Result<E>>
