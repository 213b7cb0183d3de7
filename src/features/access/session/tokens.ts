/** What the session's row keeps of the provider's tokens, as JSON that is sealed. */
import { z } from 'zod'

const keptTokens = z.object({
  /** Null: cannot be renewed. */
  refreshToken: z.string().nullable(),
  /** The ID token, for the provider's logout. */
  idToken: z.string().nullable(),
  /** ISO 8601. */
  renewAt: z.string(),
})

export type KeptTokens = z.output<typeof keptTokens>

export function writeTokens(tokens: KeptTokens): string {
  return JSON.stringify(tokens)
}

/** Null for a session without any. */
export function readTokens(json: string | null): KeptTokens | null {
  return json === null ? null : keptTokens.parse(JSON.parse(json))
}
