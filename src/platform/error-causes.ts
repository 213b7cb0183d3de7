const MOST = 5

/**
 * An error, what caused it, what caused that: the drivers' errors come wrapped in Drizzle's. Nothing for what is
 * no error. Never more than a few, since an error may be its own cause.
 */
export function causesOf(error: unknown): Error[] {
  const found: Error[] = []
  for (let next = error; next instanceof Error && found.length < MOST; next = next.cause) found.push(next)
  return found
}
