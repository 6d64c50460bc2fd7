import type { Key } from './keys.ts'

/** A line that is being typed, with those that were typed before. */
export interface LineInput {
  text: string
  /** Characters before the cursor. */
  at: number
  /** Oldest first. */
  history: readonly string[]
  /** Which of the history is shown; its length for what is new. */
  past: number
}

export const emptyInput = (history: readonly string[], text = ''): LineInput => ({
  text,
  at: text.length,
  history,
  past: history.length,
})

/** The line after a key, unless it is one that ends it. */
export function typed(input: LineInput, key: Key): LineInput {
  const { text, at, history, past } = input
  const [before, after] = [text.slice(0, at), text.slice(at)]
  const changed = (kept: string, rest = after): LineInput => ({
    ...input,
    text: kept + rest,
    at: kept.length,
  })
  const recall = (index: number): LineInput => {
    const shown = Math.min(Math.max(index, 0), history.length)
    const found = history[shown] ?? ''
    return { ...input, text: found, at: found.length, past: shown }
  }
  switch (key.ctrl ? `ctrl-${key.name}` : key.name) {
    case 'backspace':
    case 'ctrl-h':
      return changed(before.slice(0, -1))
    case 'delete':
      return { ...input, text: before + after.slice(1) }
    case 'ctrl-u':
      return changed('')
    case 'ctrl-w':
      return changed(before.replace(/\S+\s*$/, ''))
    case 'left':
      return { ...input, at: Math.max(0, at - 1) }
    case 'right':
      return { ...input, at: Math.min(text.length, at + 1) }
    case 'home':
    case 'ctrl-a':
      return { ...input, at: 0 }
    case 'end':
    case 'ctrl-e':
      return { ...input, at: text.length }
    case 'up':
      return recall(past - 1)
    case 'down':
      return recall(past + 1)
  }
  return key.text === '' || key.ctrl ? input : changed(before + key.text)
}

/** A history with one more, which stands in it once. */
export const remembered = (history: readonly string[], text: string): readonly string[] =>
  text === '' ? history : [...history.filter((one) => one !== text), text].slice(-50)
