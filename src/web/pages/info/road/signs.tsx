/** What a driver meets, each drawn on 24 by 24 units: on the map and in the list, never instead of the name. */
import type { ReactNode } from 'react'
import type { Stop } from './road-schema.ts'

type SignName = Stop['sign']

const SIGNS: Record<SignName, ReactNode> = {
  pavement: <path d="M8.5 3L5 21M15.5 3L19 21M12 4v3M12 10.5v3M12 17v4" />,
  guard: <path d="M3 6v12M21 6v12M3 8h18M3 12h18M3 16h18" />,
  fork: (
    <path d="M12 21v-7M12 14C12 9 6 10 6 4M12 14c0-5 6-4 6-10M3.5 6.5L6 4l2.5 2.5M15.5 6.5L18 4l2.5 2.5" />
  ),
  wash: <path d="M2.5 8.5q3-3 6.3 0t6.4 0 6.3 0M2.5 15.5q3-3 6.3 0t6.4 0 6.3 0" />,
  signal: <path d="M5 20v-4M10 20v-8M15 20V8M20 20V4" />,
  mesa: <path d="M2 19.5l4.5-4L8 8h8l1.5 7.5 4.5 4zM11 8l-.6 5M14 8l.5 4" />,
  windmill: (
    <path d="M12 9L8 21.5M12 9l4 12.5M9.5 17h5M12 9V2M12 9L6.5 5M12 9l5.5-4M12 9H5.5M12 9h9M21 6.5v5M12 9l-4.5 5M12 9l4.5 5" />
  ),
  narrows: <path d="M5 3c0 5 4 4.5 4 9s-4 4-4 9M19 3c0 5-4 4.5-4 9s4 4 4 9" />,
  corral: <path d="M4 5v15M12 5v15M20 5v15M2 9h20M2 13h20M2 17h20" />,
  gateway: <path d="M5 22V5M19 22V5M2 6.5h20M3.5 4h17M12 6.5v3M9.5 9.5h5v4h-5z" />,
}

export function SignShape({ name }: { name: SignName }) {
  return <g className="sign-shape">{SIGNS[name]}</g>
}

export function Sign({ name }: { name: SignName }) {
  return (
    <svg className="sign" viewBox="0 0 24 24" width={24} height={24} aria-hidden="true">
      <SignShape name={name} />
    </svg>
  )
}
