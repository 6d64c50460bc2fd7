/** The look of the JSON editor. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const highlight = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: 'var(--accent)' },
    { tag: tags.string, color: 'var(--good)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--wait)' },
    { tag: [tags.punctuation, tags.separator], color: 'var(--quiet)' },
  ]),
)

const mono = { fontFamily: 'var(--mono)', fontSize: 'var(--small)', lineHeight: '1.5' }

// The shadow tree inherits the colours of the page, so the dark theme works too.
const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', background: 'var(--ground)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { ...mono, overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '5px 0' },
  '.cm-line': { padding: '0 8px 0 6px' },
  '.cm-gutters': {
    background: 'var(--frame)',
    borderRight: '1px solid var(--line)',
    color: 'var(--quiet)',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '24px', padding: '0 2px 0 6px' },
  '.cm-gutterElement.bad': { background: 'var(--bad-ground)', color: 'var(--bad)', fontWeight: '700' },
  '.cm-foldGutter .cm-gutterElement': { width: '14px', cursor: 'pointer', textAlign: 'center' },
  '.cm-foldPlaceholder': {
    background: 'var(--hover)',
    border: '1px solid var(--line)',
    color: 'var(--quiet)',
  },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--selected)', outline: '1px solid var(--accent)' },
  '&.cm-focused .cm-nonmatchingBracket': { background: 'var(--bad-ground)', outline: '1px solid var(--bad)' },
  '.cm-lintRange-error': {
    background: 'var(--bad-ground)',
    textDecoration: 'underline wavy var(--bad)',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintPoint::after': { borderBottomColor: 'var(--bad)' },
  '.cm-tooltip': {
    background: 'var(--frame)',
    border: '1px solid var(--line)',
    color: 'var(--ink)',
    fontSize: 'var(--small)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-specialChar': { color: 'var(--bad)' },
  '.cm-panels': { background: 'var(--frame)', color: 'var(--quiet)' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.foot': {
    display: 'flex',
    gap: '10px',
    padding: '1px 6px',
    fontFamily: 'var(--font)',
    fontSize: 'var(--tiny)',
    lineHeight: '1.125rem',
  },
  '.foot .said': {
    flex: '1',
    minWidth: '0',
    overflowWrap: 'anywhere',
    color: 'var(--bad)',
  },
  '@media (max-width: 37.5rem)': {
    '.cm-gutters': { display: 'none !important' },
    '.foot .how': { display: 'none' },
  },
  '@media (forced-colors: active)': {
    '.cm-lintRange-error': { textDecorationColor: 'Mark' },
  },
})

export const theme = [look, highlight]
