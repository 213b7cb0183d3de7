/** What a browser's own bars wear around the site: the page's ground, as in `styles/tokens.css`. */
export const themeColor = { light: '#162c20', dark: '#080e22' } as const
