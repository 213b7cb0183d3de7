import { data } from 'react-router'

/** Any address without a page: answered with 404; the root's error boundary draws it. */
export function loader() {
  throw data(null, 404)
}

export default function NotFound() {
  return null
}
