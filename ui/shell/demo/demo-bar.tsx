/** The bar of a demo: the caption, in type readable from three metres, the progress and the controls. */

import { useEffect, useRef } from 'preact/hooks'
import { Key } from '../../kit/icon.tsx'
import { ProblemBox } from '../../live/problem.tsx'
import { Masked } from '../../secrets/masked.tsx'
import { scenarios } from '../../simulator/simulator.ts'
import { afterDrawing, focusList } from '../keys/focus.ts'
import { setForAll } from '../set-for-all.ts'
import { signsOf } from '../standing.tsx'
import {
  asking,
  back,
  begin,
  changeOrder,
  clearAndPlay,
  demoProblem,
  forward,
  leaveDemo,
  order,
  play,
  playing,
  progress,
  resting,
  run,
  scene,
  showsNote,
  stop,
  takeLink,
  turnRest,
} from './demo.ts'
import { plannedSteps } from './demo-script.ts'
import '../../styles/demo.css'

const turnNote = () => {
  showsNote.value = !showsNote.value
}
const keys: Record<string, () => unknown> = {
  Escape: stop,
  ' ': turnRest,
  ArrowRight: forward,
  ArrowLeft: back,
  n: turnNote,
}

/** The keys of the stage come before those of the page, but not before those of a field or button. */
function pressed(event: KeyboardEvent): void {
  const act = keys[event.key]
  const { target } = event
  const isElsewhere =
    target instanceof Element && target.closest('dialog, input, select, textarea, [contenteditable]') !== null
  const isPressing = event.key === ' ' && target instanceof HTMLButtonElement
  if (!playing.value || act === undefined || isElsewhere || isPressing) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  void act()
}

export function DemoBar() {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    takeLink()
    addEventListener('keydown', pressed, true)
    return () => {
      removeEventListener('keydown', pressed, true)
      void stop()
    }
  }, [])
  const isPlaying = playing.value
  useEffect(() => {
    document.documentElement.dataset.stage = isPlaying ? 'on' : 'off'
    // Space must not press the button that started the demo.
    if (isPlaying) bar.current?.focus()
  }, [isPlaying])
  return (
    <section class="demo-bar" aria-label="Demo" tabIndex={-1} ref={bar}>
      {demoProblem.value && <ProblemBox problem={demoProblem.value} />}
      {isPlaying ? <Stage /> : asking.value ? <Asking /> : <Idle />}
    </section>
  )
}

function Stage() {
  const told = scene.value
  if (told === null) return null
  const { where, text, detail, tone, note, facts } = told
  const isEnd = facts !== null && !order.value.loops
  return (
    <>
      <Progress />
      <div class="demo-acts">
        <Act name="←" title="Back" act={back} />
        {!isEnd && <Act name="Space" title={resting.value ? 'Continue' : 'Pause'} act={turnRest} />}
        {!isEnd && <Act name="→" title="Next" act={() => void forward()} />}
        {note !== null && <Act name="N" title="Note" act={turnNote} />}
        <Act name="Esc" title="End" act={() => void stop()} />
      </div>
      <div class="demo-scene" role="status">
        <p class="demo-where">{where}</p>
        <p class={`demo-text ${tone}`}>
          <Masked text={text} />
        </p>
        {detail !== '' && (
          <p class="demo-detail">
            <Masked text={detail} />
          </p>
        )}
        {facts !== null && (
          <dl class="demo-facts">
            {facts.map(([label, said]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{said}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {showsNote.value && (
        <p class="demo-note" role="note">
          {note === null ? 'This step has no note.' : <Masked text={note} />}
        </p>
      )}
    </>
  )
}

const Act = ({ name, title, act }: { name: string; title: string; act: () => void }) => (
  <button type="button" onClick={act}>
    {title} <Key name={name} />
  </button>
)

/** One mark for each step: seen, here, or still to come. */
function Progress() {
  const { at, seen, isClosed } = progress.value
  const played = run.value
  if (played === null) return null
  const total = Math.max(plannedSteps(played), isClosed ? seen - 1 : seen)
  const now = Math.min(at, total)
  return (
    <div
      class="demo-progress"
      role="progressbar"
      aria-label="Steps"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={now}
    >
      {Array.from({ length: total }, (_, index) => (
        <span key={index} class={index + 1 === at ? 'here' : index < seen ? 'seen' : ''} />
      ))}
    </div>
  )
}

/** Asks what to do with what would change the demo. */
const Asking = () => (
  <>
    <div class="demo-scene" role="alert">
      <p class="demo-text">Clear these settings first?</p>
      <p class="demo-detail">
        These settings change what the demo shows:{' '}
        {signsOf(setForAll.value)
          .map(({ text }) => text)
          .join(', ') || 'none now'}
        .
      </p>
    </div>
    <div class="demo-acts">
      <button type="button" class="primary" onClick={() => void clearAndPlay()}>
        Clear and play
      </button>
      <button type="button" onClick={() => void begin()}>
        Play anyway
      </button>
      <button type="button" onClick={() => void stop()}>
        Cancel
      </button>
    </div>
  </>
)

/** The choice of the scenario. */
function Idle() {
  const known = (scenarios.value ?? []).filter(({ problems }) => problems.length === 0)
  const [first] = known
  const asked = order.value.scenario
  const isKnown = known.some(({ name }) => name === asked)
  useEffect(() => {
    if (asked === '' && first !== undefined) changeOrder({ scenario: first.name })
  }, [asked, first])
  return (
    <div class="demo-acts">
      <span class="demo-idle">Secrets are hidden.</span>
      {first !== undefined && (
        <>
          {!isKnown && asked !== '' && (
            <span class="bad">The scenario {asked} does not exist or cannot run. Choose another.</span>
          )}
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
          <button type="button" class="primary" disabled={!isKnown} onClick={() => void play()}>
            Play
          </button>
        </>
      )}
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
  )
}
