/** Shows the number of arrows, and the buttons that move and zoom the drawing. */
import { many } from '../kit/format.ts'
import { loading, loadingOlder, paused, setPaused, shown } from '../stream/stream.ts'
import { layout } from './drawing.ts'
import { follow, isFollowing, part, scrub, zoom } from './window.ts'

export function Movement() {
  const { from, to, first, last } = part.value
  const newer = last - to + shown.value.fresh
  return (
    <div class="lanes-movement lanes-keys">
      <span class="quiet">
        {loading.value || loadingOlder.value ? 'loading' : many(layout.value.arrows.length, 'arrow')}
        {isFollowing.value && !paused.value && ' · following newest'}
        {paused.value && ' · paused'}
      </span>
      {(!isFollowing.value || paused.value) && (
        <button
          type="button"
          class="small link"
          onClick={() => {
            setPaused(false)
            follow()
          }}
        >
          {newer > 0 ? `${many(newer, 'newer record')} · ` : ''}follow
        </button>
      )}
      <fieldset class="lanes-buttons" aria-label="Time range">
        <Move sign="←" name="Earlier" disabled={from <= first} onClick={() => scrub(-0.5)} />
        <Move sign="→" name="Later" disabled={to >= last} onClick={() => scrub(0.5)} />
        <Move sign="−" name="Zoom out" title="Zoom out, -" onClick={() => zoom(0.5)} />
        <Move sign="+" name="Zoom in" title="Zoom in, +" onClick={() => zoom(2)} />
      </fieldset>
    </div>
  )
}

interface MoveProps {
  sign: string
  name: string
  title?: string
  disabled?: boolean
  onClick: () => void
}

const Move = ({ sign, name, title = `${name}, ${sign}`, ...rest }: MoveProps) => (
  <button type="button" class="small" title={title} aria-label={name} {...rest}>
    {sign}
  </button>
)
