import { useEffect, useRef, useState } from 'preact/hooks'

/** Puts text on the clipboard; browsers allow the modern way only on loopback and HTTPS. */
export async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const had = document.activeElement as HTMLElement | null
    const area = document.createElement('textarea')
    area.value = text
    // Outside of an open dialog nothing can be selected.
    ;(had?.closest('dialog') ?? document.body).append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    had?.focus({ preventScroll: true })
    return done
  }
}

const saidMs = 1500

/** Words that are said for a moment; what is said next has a moment of its own. */
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
  /** The text, or what makes it once it is asked for. */
  text: string | (() => string)
  label?: string
  /** What is copied, for those who hear the button without seeing what it stands beside. */
  what?: string
  tabIndex?: number
}

/** A button that copies and says so for a moment. */
export function Copy({ text, label = 'Copy', what, tabIndex }: Props) {
  const [done, say] = useSaid()
  const copy = async () => {
    say(
      (await toClipboard(typeof text === 'string' ? text : text()))
        ? 'Copied'
        : 'Not copied: select the text by hand',
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
