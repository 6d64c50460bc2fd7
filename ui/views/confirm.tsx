import { useEffect, useRef, useState } from 'preact/hooks'

interface Props {
  label: string
  question: string
  onYes: () => Promise<void>
}

/** A button that asks once more, in place, before something is gone. */
export function Confirm({ label, question, onYes }: Props) {
  const [asks, setAsks] = useState(false)
  const yes = useRef<HTMLButtonElement>(null)
  // The button that had the focus is gone; the question it led to takes it over.
  useEffect(() => {
    if (asks) yes.current?.focus()
  }, [asks])
  if (!asks)
    return (
      <button type="button" class="danger" onClick={() => setAsks(true)}>
        {label}
      </button>
    )
  const answer = (yes: boolean) => {
    setAsks(false)
    if (yes) void onYes()
  }
  return (
    <fieldset class="confirm" aria-label={question}>
      {question}
      <button ref={yes} type="button" class="danger" onClick={() => answer(true)}>
        {label}
      </button>
      <button type="button" onClick={() => answer(false)}>
        Keep
      </button>
    </fieldset>
  )
}
