/** 128 random bits as text: the key that makes a repeated press one act. Unlike `randomUUID` also where the page came over plain http. */
export function newAttempt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
