/**
 * The design of e-mails, with system fonts. Mail programs need inline styles. Dark mode and narrow screens need the
 * `stylesheet`, which refers to classes. Mail programs that drop the stylesheet show the light design.
 */
import type { CSSProperties } from 'react'

const SERIF = "Besley, 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif"
const SANS = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

const light = {
  page: '#EBDDC0',
  paper: '#FBF7EE',
  card: '#F5ECDB',
  ink: '#1C1914',
  soft: '#4A443A',
  line: '#DCCBA8',
  juniper: '#1E3A2B',
  dusk: '#14291E',
  bone: '#FBF7EE',
  sage: '#C9D6C3',
  action: '#8F3A20',
  link: '#17696B',
}

const dark = {
  page: '#0C1410',
  paper: '#15201A',
  card: '#1D2B23',
  ink: '#F3EBDB',
  soft: '#C6BBA6',
  line: '#35473C',
  sage: '#8FA893',
  action: '#A2452A',
  number: '#F4AE86',
  link: '#7CC7C1',
}

const text = (size: number, lineHeight: number): CSSProperties => ({
  margin: 0,
  fontFamily: SANS,
  fontSize: size,
  lineHeight: `${lineHeight}px`,
  color: light.ink,
})

const serif = (size: number, lineHeight: number): CSSProperties => ({
  ...text(size, lineHeight),
  fontFamily: SERIF,
  fontWeight: 600,
})

// Draws mountains at dusk with gradients. A mail program would have to load a picture, and might block it. Mail
// programs without gradients show plain green.
const slope = (side: 'left' | 'right') =>
  `linear-gradient(to ${side === 'left' ? 'bottom right' : 'bottom left'},transparent 49.5%,${light.dusk} 50.5%)`
const block = `linear-gradient(${light.dusk},${light.dusk})`
const skyline: CSSProperties = {
  height: 40,
  lineHeight: '40px',
  fontSize: 1,
  backgroundColor: light.juniper,
  borderBottom: `4px solid ${light.action}`,
  backgroundImage: [slope('left'), block, slope('right'), slope('left'), block, slope('right'), block].join(
    ',',
  ),
  backgroundSize: '34px 26px,92px 26px,56px 26px,70px 15px,46px 15px,90px 15px,100% 5px',
  backgroundPosition: [
    'right 196px bottom 0',
    'right 104px bottom 0',
    'right 48px bottom 0',
    'left 24px bottom 0',
    'left 94px bottom 0',
    'left 140px bottom 0',
    'left bottom',
  ].join(','),
  backgroundRepeat: 'no-repeat',
}

export const styles = {
  body: { margin: 0, padding: 0, backgroundColor: light.page, fontFamily: SANS },
  container: { width: '100%', maxWidth: 600, margin: '0 auto', backgroundColor: light.paper },
  head: { backgroundColor: light.juniper, padding: '28px 40px 16px' },
  wordmark: {
    ...serif(14, 20),
    color: light.sage,
    letterSpacing: '0.14em',
    textTransform: 'uppercase',
    textDecoration: 'none',
  },
  kicker: { ...text(17, 24), color: light.sage, padding: '32px 0 4px' },
  title: { ...serif(34, 40), color: light.bone, overflowWrap: 'anywhere' },
  detail: { ...text(17, 26), color: light.bone, padding: '10px 0 0' },
  skyline,
  content: { padding: '36px 40px 12px' },
  greeting: { ...serif(21, 30), padding: '0 0 8px', overflowWrap: 'anywhere' },
  // Breaks a long web address that an admin typed. Otherwise the address would make the e-mail wider than the screen.
  paragraph: { ...text(17, 27), padding: '0 0 24px', overflowWrap: 'anywhere' },
  card: {
    width: '100%',
    backgroundColor: light.card,
    border: `1px solid ${light.line}`,
    borderRadius: 4,
    borderCollapse: 'separate',
    margin: '0 0 28px',
  },
  cell: { padding: '7px 20px', verticalAlign: 'baseline' },
  firstCell: { padding: '18px 20px 7px', verticalAlign: 'baseline' },
  totalCell: { padding: '14px 20px 16px', verticalAlign: 'baseline', borderTop: `1px solid ${light.line}` },
  label: { ...text(16, 24), color: light.soft, overflowWrap: 'anywhere' },
  amount: { ...text(17, 24), textAlign: 'right', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  partLabel: { ...text(15, 22), color: light.soft, overflowWrap: 'anywhere' },
  partAmount: {
    ...text(15, 22),
    color: light.soft,
    textAlign: 'right',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  totalLabel: { ...text(16, 26), fontWeight: 600 },
  total: { ...serif(21, 26), textAlign: 'right', whiteSpace: 'nowrap', fontVariantNumeric: 'lining-nums' },
  button: {
    display: 'block',
    padding: '17px 20px',
    backgroundColor: light.action,
    borderRadius: 4,
    color: light.bone,
    fontFamily: SANS,
    fontSize: 18,
    fontWeight: 600,
    textAlign: 'center',
    textDecoration: 'none',
  },
  note: { ...text(15, 23), color: light.soft, padding: '12px 0 30px' },
  noNote: { margin: 0, height: 30, lineHeight: '30px' },
  subheading: { ...serif(22, 30), padding: '10px 0 16px' },
  factLabel: { ...text(13, 26), color: light.soft, letterSpacing: '0.08em', textTransform: 'uppercase' },
  fact: { ...text(17, 26), overflowWrap: 'anywhere' },
  factLabelCell: { width: 88, padding: '0 12px 10px 0', verticalAlign: 'baseline' },
  refundDaysCell: { width: '42%', padding: '0 12px 10px 0', verticalAlign: 'baseline' },
  factCell: { padding: '0 0 10px', verticalAlign: 'baseline' },
  facts: { width: '100%', margin: '0 0 18px' },
  stepNumber: { ...serif(22, 26), color: light.action },
  stepNumberCell: { width: 34, padding: '0 0 20px', verticalAlign: 'top' },
  stepCell: { padding: '0 0 20px', verticalAlign: 'top' },
  stepTitle: { ...text(17, 26), fontWeight: 600, overflowWrap: 'anywhere' },
  stepText: { ...text(16, 25), color: light.soft, overflowWrap: 'anywhere' },
  link: { color: light.link, textDecoration: 'underline' },
  promise: { borderLeft: `4px solid ${light.juniper}`, padding: '2px 0 2px 18px' },
  promiseTitle: { ...serif(18, 26) },
  promiseText: { ...text(16, 25), color: light.soft, padding: '2px 0 0' },
  promiseSpace: { padding: '4px 0 32px' },
  foot: { padding: '22px 40px 40px', borderTop: `1px solid ${light.line}` },
  footText: { ...text(14, 22), color: light.soft, padding: '0 0 8px' },
  footVenue: { ...serif(14, 22), padding: '8px 0 0' },
} satisfies Record<string, CSSProperties>

const DARK_CLASSES: Record<string, string> = {
  [light.ink]: 'ink',
  [light.soft]: 'soft',
  [light.action]: 'number',
}

/**
 * Returns the class that sets a text's color in dark mode. Returns undefined for text on dark green, which has the
 * same color in light and dark mode.
 */
export const darkClassOf = ({ color = '' }: CSSProperties) => DARK_CLASSES[color]

const darkRule = (selector: string, declarations: string) => `${selector}{${declarations}}`

const darkRules = [
  darkRule('.page', `background-color:${dark.page} !important`),
  darkRule('.paper', `background-color:${dark.paper} !important`),
  darkRule('.card', `background-color:${dark.card} !important;border-color:${dark.line} !important`),
  darkRule('.line', `border-color:${dark.line} !important`),
  darkRule('.ink', `color:${dark.ink} !important`),
  darkRule('.soft', `color:${dark.soft} !important`),
  darkRule('.link', `color:${dark.link} !important`),
  darkRule('.promise', `border-color:${dark.sage} !important`),
  darkRule('.number', `color:${dark.number} !important`),
  darkRule('.action', `background-color:${dark.action} !important`),
].join('')

/** The stylesheet for dark mode, and for narrower margins on phones. */
export const stylesheet = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  `@media (prefers-color-scheme:dark){${darkRules}}`,
  '@media (max-width:480px){.side{padding-left:22px !important;padding-right:22px !important}.title{font-size:30px !important;line-height:36px !important}}',
].join('')
