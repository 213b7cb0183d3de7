/** What a page's module may tell the server about the page: `export const handle: PageHandle = { keep: [] }`. */
export interface PageHandle {
  /**
   * The page is the same for everybody who is not signed in, so it may be kept; these parameters of its
   * address belong to it. Pages without it are made anew for each request and stored nowhere.
   */
  keep?: readonly string[]
  /**
   * Search engines may list the page: it is in `/sitemap.xml` and describes itself in its head. Every other page is
   * `noindex`, so that a new one is found only when somebody has decided so. A page with parameters
   * (`event/:eventUrlName`) has its addresses in the sitemap by way of its data.
   */
  listed?: boolean
}
