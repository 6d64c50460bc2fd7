import { useState } from 'preact/hooks'

interface Props {
  label: string
  question: string
  onYes: () => Promise<void>
}

/** A button that asks once more, in place, before something is gone. */
export function Confirm({ label, question, onYes }: Props) {
  const [asks, setAsks] = useState(false)
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
    <span class="confirm" role="group" aria-label={question}>
      {question}
      <button type="button" class="danger" autoFocus onClick={() => answer(true)}>
        {label}
      </button>
      <button type="button" onClick={() => answer(false)}>
        Keep
      </button>
    </span>
  )
}
