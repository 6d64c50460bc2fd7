/** The bar of a demo: the caption, in type readable from three metres, and the controls. */

import { useEffect } from 'preact/hooks'
import { Key } from '../../kit/icon.tsx'
import { ProblemBox } from '../../kit/problem.tsx'
import { Masked } from '../../secrets/masked.tsx'
import { scenarios } from '../../simulator/simulator.ts'
import { afterDrawing, focusList } from '../keys/focus.ts'
import { caption, changeOrder, demoProblem, leaveDemo, order, play, playing, stop } from './demo.ts'
import '../../styles/demo.css'

export function DemoBar() {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !playing.value) return
      event.preventDefault()
      void stop()
    }
    // Runs before the page's own keys, which would close the detail.
    addEventListener('keydown', pressed, true)
    return () => removeEventListener('keydown', pressed, true)
  }, [])
  return (
    <section class="demo-bar" aria-label="Demo">
      {demoProblem.value && <ProblemBox problem={demoProblem.value} />}
      <Step />
      <div class="demo-acts">
        <Playing />
        <button
          type="button"
          onClick={() => {
            void leaveDemo()
            afterDrawing(() => document.activeElement === document.body && focusList())
          }}
        >
          Leave demo mode
        </button>
      </div>
    </section>
  )
}

function Step() {
  const told = caption.value
  if (told === null) return <p class="demo-idle">Secrets are hidden.</p>
  const { where, text, detail, tone } = told
  return (
    <div class="demo-step" role="status">
      <p class="demo-text">
        <span class="demo-number">{where}</span> {text}
      </p>
      <p class={`demo-detail ${tone}`}>
        <Masked text={detail} />
      </p>
    </div>
  )
}

/** One button plays and stops, so that it keeps the focus. */
function Playing() {
  const known = (scenarios.value ?? []).filter(({ problems }) => problems.length === 0)
  const [first] = known
  const asked = order.value.scenario
  const isKnown = known.some(({ name }) => name === asked)
  const isPlaying = playing.value
  useEffect(() => {
    if (asked === '' && first !== undefined) changeOrder({ scenario: first.name })
  }, [asked, first])
  if (first === undefined && !isPlaying) return null
  return (
    <>
      {!isPlaying && !isKnown && asked !== '' && (
        <span class="bad">There is no scenario {asked} that can be played; choose another.</span>
      )}
      {!isPlaying && (
        <select
          aria-label="Scenario"
          value={isKnown ? asked : ''}
          onChange={(event) => changeOrder({ scenario: event.currentTarget.value })}
        >
          {!isKnown && <option value="">Choose a scenario</option>}
          {known.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      )}
      <button
        key="play"
        type="button"
        class={isPlaying ? '' : 'primary'}
        disabled={!isPlaying && !isKnown}
        onClick={() => void (isPlaying ? stop() : play())}
      >
        {isPlaying ? (
          <>
            Stop <Key name="Esc" />
          </>
        ) : (
          'Play'
        )}
      </button>
    </>
  )
}
