/** Where a key does what it does. */
export const wheres = {
  everywhere: 'Everywhere',
  going: 'Going elsewhere',
  list: 'In a list',
  stream: 'In the stream',
  thing: 'On an event, a delivery, a capture or a call',
  detail: 'In a detail with tabs',
  errors: 'On an error code',
  made: 'Among subscriptions and endpoints',
  simulate: 'In the simulator',
} as const
export type Where = keyof typeof wheres

/** What one or several keys do. */
export interface HelpLine {
  title: string
  names: string[]
}

/** The keys of a place; those that do the same stand together. */
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

/** A key as a keyboard has it written. */
export const shownKey = (key: string): string => shown[key] ?? key
