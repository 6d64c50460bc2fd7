/** Groups the keys of the page for the help dialog. */

/** Where a key works. */
export const wheres = {
  everywhere: 'Everywhere',
  going: 'Navigation',
  list: 'In a list',
  stream: 'In the stream',
  thing: 'On an event, a delivery, a capture or a call',
  detail: 'In a detail',
  errors: 'On an error code',
  made: 'In subscriptions and endpoints',
  simulate: 'In the simulator',
} as const
export type Where = keyof typeof wheres

/** What one or more keys do. */
export interface HelpLine {
  title: string
  names: string[]
}

/** The keys of a place. Keys with the same effect share a line. */
export function linesOf<Where extends string>(
  keys: readonly { key: string; title: string; where: Where }[],
  where: Where,
): HelpLine[] {
  const lines = new Map<string, HelpLine>()
  for (const { key, title, where: of } of keys) {
    if (of !== where) continue
    const line = lines.get(title) ?? { title, names: [] }
    line.names.push(key)
    lines.set(title, line)
  }
  return [...lines.values()]
}

const shown: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageDown: 'Page Down',
  PageUp: 'Page Up',
  Escape: 'Esc',
  'Ctrl+K': 'Ctrl K',
}

/** The name of a key as printed on a keyboard. */
export const shownKey = (key: string): string => shown[key] ?? key
