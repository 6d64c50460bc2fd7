/** Copies text to the clipboard, and draws the copy button. */

import { useEffect, useRef, useState } from 'preact/hooks'

/** Browsers allow the clipboard API only on loopback and HTTPS. Other pages use a text area. */
export async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const had = document.activeElement as HTMLElement | null
    const area = document.createElement('textarea')
    area.value = text
    // The browser selects only elements inside an open dialog.
    ;(had?.closest('dialog') ?? document.body).append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    had?.focus({ preventScroll: true })
    return done
  }
}

const saidMs = 1500

/** A message that disappears after a moment. A new message restarts the time. */
export function useSaid(): [said: string, say: (words: string) => void] {
  const [said, setSaid] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const say = (words: string) => {
    clearTimeout(timer.current)
    setSaid(words)
    timer.current = setTimeout(setSaid, saidMs, '')
  }
  return [said, say]
}

interface Props {
  /** The text, or a function that creates the text on demand. */
  text: string | (() => string)
  label?: string
  /** Names the copied text for screen readers. */
  what?: string
  tabIndex?: number
}

/** A button that copies text and confirms it for a moment. */
export function Copy({ text, label = 'Copy', what, tabIndex }: Props) {
  const [done, say] = useSaid()
  const copy = async () => {
    say(
      (await toClipboard(typeof text === 'string' ? text : text()))
        ? 'Copied'
        : 'Not copied: select the text yourself',
    )
  }
  return (
    <button
      type="button"
      class="small"
      tabIndex={tabIndex}
      aria-label={what && done === '' ? `${label} ${what}` : undefined}
      onClick={copy}
    >
      <span aria-live="polite">{done || label}</span>
    </button>
  )
}
