import { venue } from '#shared/venue.ts'

/** The last resort for people: a page that needs nothing that could be broken. */
export function plainPage(status: number, message: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${venue.name}</title></head>
<body><h1>Hold your horses</h1><p>${message}</p><p><a href="/">Back to the start</a></p></body>
</html>`
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}
