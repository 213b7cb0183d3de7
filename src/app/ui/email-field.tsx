import { type ComponentProps, useRef, useState } from 'react'
import { TextButton } from './button.tsx'
import { TextField } from './field.tsx'
import { Verbatim } from './text.tsx'

const load = () => import('./suggested-address.ts')

interface EmailFieldProps extends ComponentProps<typeof TextField> {
  /** Writes the suggested address into the form. */
  onSuggested: (address: string) => void
}

/**
 * Renders a field for an e-mail address. After the guest leaves it, suggests a correction if the domain looks
 * like a typo (R53.2). The form can be sent with either address.
 */
export function EmailField({ onSuggested, ...field }: EmailFieldProps) {
  const [meant, setMeant] = useState<string | null>(null)
  const typed = useRef('')
  const suggest = async (address: string) => {
    typed.current = address
    const code = await load().catch(() => null)
    // The guest may have typed on while the code loaded.
    if (typed.current === address) setMeant(code?.suggestedAddress(address) ?? null)
  }
  const accept = () => {
    if (meant === null) return
    setMeant(null)
    onSuggested(meant)
    document.getElementById(field.id)?.focus()
  }
  return (
    <>
      <TextField
        {...field}
        type="email"
        onFocus={() => void load().catch(() => null)}
        onChange={(event) => {
          typed.current = ''
          setMeant(null)
          return field.onChange?.(event)
        }}
        onBlur={(event) => {
          void suggest(event.target.value.trim())
          return field.onBlur?.(event)
        }}
      />
      <output className={meant === null ? undefined : 'field-suggestion'} htmlFor={field.id}>
        {meant !== null && (
          <>
            <span>Did you mean</span> <Verbatim>{meant}</Verbatim>
            <span>?</span> <TextButton onClick={accept}>Use this address</TextButton>
          </>
        )}
      </output>
    </>
  )
}
