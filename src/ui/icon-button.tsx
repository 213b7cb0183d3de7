import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icons.tsx'
import { useHydrated } from './use-hydrated.ts'
import './icon-button.css'

interface IconButtonProps extends ComponentProps<'button'> {
  /** The button's name, for screen readers and as a tooltip. */
  label: string
  /** The icon; two where a script shows one of them at a time, by its class `icon-<name>`. */
  icon: IconName | readonly IconName[]
}

/** `<IconButton label="Close" icon="close" onClick={close} />`: 48 px, a sign instead of words. */
export function IconButton({ label, icon, className = '', ...rest }: IconButtonProps) {
  const started = useHydrated()
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || (rest.onClick !== undefined && !started)}
      className={`icon-button ${className}`}
      aria-label={label}
    >
      {[icon].flat().map((name) => (
        <Icon key={name} name={name} />
      ))}
    </button>
  )
}
