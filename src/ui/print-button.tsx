import { Button } from './button.tsx'
import './print-button.css'

/** Opens the browser's own printing; absent without scripts, and from the print. */
export function PrintButton() {
  return (
    <Button look="plain" className="print-button" data-print="">
      Print
    </Button>
  )
}
