// @ts-check
/**
 * Applies the page's style inside the frame. It builds a style sheet in code, so the content policy need not
 * allow inline styles.
 */

const sheet = new CSSStyleSheet()
document.adoptedStyleSheets = [sheet]

/** Properties that the page may style, like in the provider's own fields. */
const ALLOWED = new Set(
  `backgroundColor color fontFamily fontSize fontSmoothing fontStyle fontVariant fontWeight iconColor
   lineHeight letterSpacing textAlign padding textDecoration textShadow textTransform`.split(/\s+/),
)
const PSEUDO = new Set([':hover', ':focus', '::placeholder', '::selection', ':-webkit-autofill', ':disabled'])
const STATES = {
  base: 'body',
  complete: '[data-state=complete]',
  empty: '[data-state=empty]',
  invalid: '[data-state=invalid]',
}

/** @param {unknown} style */
export function applyStyle(style) {
  if (typeof style !== 'object' || style === null) return
  sheet.replaceSync('')
  for (const [state, selector] of Object.entries(STATES)) {
    const variant = /** @type {Record<string, any>} */ (style)[state]
    if (typeof variant !== 'object' || variant === null) continue
    addRule(`${selector} input`, variant)
    for (const [pseudo, inner] of Object.entries(variant))
      if (PSEUDO.has(pseudo)) addRule(`${selector} input${pseudo}`, inner)
  }
}

/** @param {string} selector @param {Record<string, unknown>} properties */
function addRule(selector, properties) {
  const index = sheet.insertRule(`${selector} {}`, sheet.cssRules.length)
  const rule = /** @type {CSSStyleRule} */ (sheet.cssRules[index])
  for (const [name, value] of Object.entries(properties)) {
    if (!ALLOWED.has(name)) continue
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    rule.style.setProperty(property, String(value))
  }
}
