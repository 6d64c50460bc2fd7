/** Edits a typed line with a cursor and a history. */
import type { Key } from './keys.ts'

/** A line that is being typed, with earlier lines. */
export interface LineInput {
  text: string
  /** The position of the cursor, always between two visible characters. */
  at: number
  /** Oldest first. */
  history: readonly string[]
  /** The index of the shown line in the history; its length for a new line. */
  past: number
}

export const emptyInput = (history: readonly string[], text = ''): LineInput => ({
  text,
  at: text.length,
  history,
  past: history.length,
})

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** The length of the first or last visible character. An emoji is longer than 1. */
const firstLength = (text: string) => [...graphemes.segment(text)][0]?.segment.length ?? 0
const lastLength = (text: string) => [...graphemes.segment(text)].at(-1)?.segment.length ?? 0

/** The line after a key that does not end it. */
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
      return changed(before.slice(0, at - lastLength(before)))
    case 'delete':
      return { ...input, text: before + after.slice(firstLength(after)) }
    case 'ctrl-u':
      return changed('')
    case 'ctrl-w':
      return changed(before.replace(/\S+\s*$/, ''))
    case 'left':
      return { ...input, at: at - lastLength(before) }
    case 'right':
      return { ...input, at: at + firstLength(after) }
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

/** The history with one more line. Each line occurs once. */
export const remembered = (history: readonly string[], text: string): readonly string[] =>
  text === '' ? history : [...history.filter((one) => one !== text), text].slice(-50)
