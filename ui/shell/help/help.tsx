/** The dialog of keyboard shortcuts. */

import '../../styles/palette.css'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Dialog } from '../../kit/dialog.tsx'
import { Icon } from '../../kit/icon.tsx'
import { overlay } from '../../kit/overlay.ts'
import { laneKeys, onLanes } from '../../lanes/key-words.ts'
import { place } from '../../place/navigation.ts'
import { keys, wheresNow } from '../keys/keys.ts'
import { type HelpLine, linesOf, shownKey, type Where, wheres } from './help-lines.ts'

const all = Object.keys(wheres) as Where[]
const rowsOfLanes = laneKeys.map(([key, title]) => ({ key, title, where: 'lanes' }))

/** The keys of the current view come first. */
export function Help() {
  const dialog = useRef<HTMLDialogElement>(null)
  const closer = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => closer.current?.focus(), [])
  const isLanes = place.value.view === 'lanes'
  const told = ['everywhere', 'going', ...(isLanes ? ['stream'] : [])]
  const here = wheresNow().filter((one) => !told.includes(one))
  const close = () => dialog.current?.close()
  const firstThen = [...here, 'everywhere' as const, 'going' as const]
  const rest = all.filter((one) => !firstThen.includes(one))
  return (
    <Dialog
      box={dialog}
      class="help"
      label="Keyboard shortcuts"
      onClose={() => {
        overlay.value = null
      }}
    >
      <header>
        <h2 id="help-title">Keys</h2>
        <span class="spring" />
        <button type="button" class="small" onClick={() => print()}>
          Print
        </button>
        <button ref={closer} type="button" class="small" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable to be scrolled by keys */}
      <section class="help-body" tabIndex={0} aria-labelledby="help-title">
        <div class="help-places">
          {isLanes && <LaneKeys />}
          <Places wheres={firstThen} />
        </div>
        <h3 class="help-elsewhere quiet">On other pages</h3>
        <div class="help-places">
          <Places wheres={rest} />
          {!isLanes && <LaneKeys />}
        </div>
        <p class="quiet keys">
          Keys do nothing while you type. <kbd>Esc</kbd> leaves a field.
        </p>
      </section>
    </Dialog>
  )
}

const Places = ({ wheres: shown }: { wheres: readonly Where[] }) => (
  <>
    {shown.map((where) => (
      <Lines key={where} title={wheres[where]} lines={linesOf(keys, where)} />
    ))}
  </>
)
const LaneKeys = () => <Lines title={onLanes} lines={linesOf(rowsOfLanes, 'lanes')} />

const Lines = ({ title, lines }: { title: string; lines: HelpLine[] }) => (
  <section>
    <h3 class="label">{title}</h3>
    <dl>
      {lines.map((line) => (
        <Line key={line.title} line={line} />
      ))}
    </dl>
  </section>
)

const Line = ({ line: { title, names } }: { line: HelpLine }) => (
  <div>
    <dt>
      {names.map((name) => (
        <span key={name}>
          {name.split(' ').map((one) => (
            <kbd key={one}>{shownKey(one)}</kbd>
          ))}
        </span>
      ))}
    </dt>
    <dd>{title}</dd>
  </div>
)
