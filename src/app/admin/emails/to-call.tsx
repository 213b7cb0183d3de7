import { describeToCall } from '#domain/booking/domain/reach.ts'
import { Text } from '#app/ui/text.tsx'

/** Renders the names of guests whom no e-mail reaches, so that an admin calls them. Renders nothing for nobody. */
export function ToCall({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p className="note">
      <Text>{describeToCall(names)}</Text>
    </p>
  )
}
