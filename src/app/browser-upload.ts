/**
 * Uploads a file from the browser: `await uploadFile(uploadPicture, { file, onProgress, signal })`. Uses
 * XMLHttpRequest, because `fetch` does not report the progress of an upload.
 */
import type { UploadFile } from '#app/admin/uploads/file-drop.tsx'
import { failedFrom, queryString } from '#shared/client.ts'
import type { FailureCodeOf } from '#shared/endpoint.ts'
import { adviseOnCookies, logFailure, xsrfToken } from './browser-call.ts'

export const uploadFile: UploadFile = async (endpoint, { file, onProgress, signal, ...input }) => {
  const { query } = input as { query?: Record<string, unknown> }
  const request = new XMLHttpRequest()
  request.open(endpoint.method, `/api/${endpoint.path}${queryString(query)}`)
  request.setRequestHeader('accept', 'application/json')
  const token = xsrfToken()
  if (token) request.setRequestHeader('x-xsrf-token', token)
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    if (total > 0) onProgress?.(loaded / total)
  })
  const form = new FormData()
  form.set('file', file)
  const { status, reply } = await answered(request, form, signal)
  if (status >= 200 && status < 300 && reply !== null) return { ok: true, data: reply as never }
  const refused = failedFrom<FailureCodeOf<typeof endpoint>>(status, reply)
  const failed = adviseOnCookies(refused, { token: xsrfToken(), host: location.host })
  if (!signal?.aborted) logFailure(endpoint, failed)
  return failed
}

interface Answer {
  status: number
  /** The parsed JSON of the response. Null if the response is not JSON. */
  reply: unknown
}

async function answered(request: XMLHttpRequest, form: FormData, signal?: AbortSignal): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const abort = () => request.abort()
  request.addEventListener('loadend', () => resolve())
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) return { status: 0, reply: null }
  request.send(form)
  await promise
  signal?.removeEventListener('abort', abort)
  return { status: request.status, reply: parsed(request.responseText) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
