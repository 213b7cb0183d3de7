/** What goes back for an API call. */
import type { Refusal } from '../model/refusals.ts'

export interface Reply {
  status: number
  body: object
  /** The request that was first answered so, if this is a replay. */
  replayOf?: string
}

export function refused({ status, error }: Refusal): Reply {
  return { status, body: { error } }
}
