import { useEffect, useRef, useState } from 'preact/hooks'

interface Props {
  label: string
  question: string
  onYes: () => Promise<void>
  /** What the other answer says. */
  otherwise?: string
  /** Whether something is gone afterwards. */
  danger?: boolean
  disabled?: boolean
}

/** A button that asks once more, in place, before much happens or something is gone. */
export function Confirm({
  label,
  question,
  onYes,
  otherwise = 'Keep',
  danger = true,
  disabled = false,
}: Props) {
  const [asks, setAsks] = useState(false)
  const yes = useRef<HTMLButtonElement>(null)
  const asker = useRef<HTMLButtonElement>(null)
  const hasAsked = useRef(false)
  // The button that had the focus is gone; the question it led to takes it over.
  useEffect(() => {
    if (asks) yes.current?.focus()
    else if (hasAsked.current) asker.current?.focus()
    hasAsked.current = asks
  }, [asks])
  const look = danger ? 'danger' : ''
  if (!asks)
    return (
      <button ref={asker} type="button" class={look} disabled={disabled} onClick={() => setAsks(true)}>
        {label}
      </button>
    )
  const answer = (yes: boolean) => {
    setAsks(false)
    if (yes) void onYes()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    answer(false)
  }
  return (
    <fieldset class="confirm" aria-label={question} onKeyDown={pressed}>
      {question}
      <button ref={yes} type="button" class={look} onClick={() => answer(true)}>
        {label}
      </button>
      <button type="button" onClick={() => answer(false)}>
        {otherwise}
      </button>
    </fieldset>
  )
}
