/** The place in the shell where `leave-guard.tsx` stands once something on the page can be unsaved; most pages never load it. */
import type { ReactNode } from 'react'
import { createStore, useStore } from './store.ts'

const guard = createStore<ReactNode>(null)

export const provideLeaveGuard = guard.set

export const LeaveGuardSlot = () => useStore(guard)
