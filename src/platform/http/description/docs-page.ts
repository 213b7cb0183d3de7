/** The API's description as a page for people: plain HTML of our own, which works without scripts. */
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { ApiDocument } from './openapi.ts'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

interface Operation {
  operationId?: string
  summary?: string
  description?: string
  parameters?: { name: string; required?: boolean; schema?: unknown }[]
  requestBody?: { content?: Record<string, { schema?: unknown }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>
}

/** Inline, so the page's policy names it. */
export const STYLE = `
body { margin: 0 auto; max-width: 54rem; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; color: #2b2620; background: #fbf7ef }
h2 { margin: 2.5rem 0 .5rem; text-transform: capitalize }
section { border-top: 1px solid #d8cdb8; padding: 1rem 0 }
h3 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere }
h3 b { display: inline-block; min-width: 4.5rem; color: #7a3b1d }
p { margin: .4rem 0 }
pre { overflow-x: auto; background: #f1e9d9; padding: .75rem; font-size: .85rem }
summary { cursor: pointer }
`

export async function docsPage(document: ApiDocument): Promise<string> {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  )
  const groups = Map.groupBy(operations, ({ operation }) => operation.operationId?.split('.')[0] ?? '')
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>API – ${document.info.title}</title>
        ${raw(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <h1>The API of ${document.info.title}</h1>
        <p>${document.info.description}</p>
        <p>For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p>
        ${[...groups].map(
          ([name, calls]) =>
            html`<h2>${name}</h2>
              ${calls.map(describeCall)}`,
        )}
      </body>
    </html>`
  return page.toString()
}

function describeCall({
  path,
  method,
  operation,
}: Record<'path' | 'method', string> & { operation: Operation }) {
  const parameters = operation.parameters ?? []
  const [body] = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema)
  return html`<section id="${operation.operationId ?? path}">
    <h3><b>${method}</b> /api${path}</h3>
    <p>${operation.summary}. ${operation.description}</p>
    ${
      parameters.length === 0
        ? ''
        : html`<p>
            Query:
            ${parameters.map(({ name, required }) => `${name}${required ? '' : ' (optional)'}`).join(', ')}
          </p>`
    }
    ${body ? schemaDetails('Body', body) : ''}
    ${Object.entries(operation.responses ?? {}).map(([status, { description, content }]) =>
      Number(status) < 300
        ? schemaDetails(`${status}: reply`, Object.values(content ?? {})[0]?.schema)
        : html`<p><b>${status}</b> ${description}</p>`,
    )}
  </section>`
}

function schemaDetails(title: string, schema: unknown): Html {
  return html`<details>
    <summary>${title}</summary>
    <pre>${JSON.stringify(schema ?? {}, null, 2)}</pre>
  </details>`
}
