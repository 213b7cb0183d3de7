/** Redirects the kitchen sheet's address of earlier versions to the tab of the event's workspace. */
import { redirect } from 'react-router'
import { paths } from '#app/paths.ts'
import type { Route } from './+types/old-sheet'

export const loader = ({ params: { eventUrlName }, url }: Route.LoaderArgs) =>
  redirect(paths.eventKitchen(eventUrlName) + url.search, 301)
