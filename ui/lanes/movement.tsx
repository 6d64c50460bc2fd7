import { many } from '../kit/format.ts'
import { loading, loadingOlder, paused, setPaused, shown } from '../stream/stream.ts'
import { layout } from './drawing.ts'
import { follow, isFollowing, part, scrub, zoom } from './window.ts'

/** How much is drawn, and how it moves. */
export function Movement() {
  const { from, to, first, last } = part.value
  const newer = last - to + shown.value.fresh
  return (
    <div class="lanes-movement lanes-keys">
      <span class="quiet">
        {loading.value || loadingOlder.value ? 'reading' : many(layout.value.arrows.length, 'arrow')}
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
          {newer > 0 ? `${many(newer, 'newer line')} · ` : ''}follow
        </button>
      )}
      <fieldset class="lanes-buttons" aria-label="Part that is drawn">
        <button
          type="button"
          class="small"
          title="Earlier, ←"
          aria-label="Earlier"
          disabled={from <= first}
          onClick={() => scrub(-0.5)}
        >
          ←
        </button>
        <button
          type="button"
          class="small"
          title="Later, →"
          aria-label="Later"
          disabled={to >= last}
          onClick={() => scrub(0.5)}
        >
          →
        </button>
        <button
          type="button"
          class="small"
          title="Show more, -"
          aria-label="Zoom out"
          onClick={() => zoom(0.5)}
        >
          −
        </button>
        <button type="button" class="small" title="Show less, +" aria-label="Zoom in" onClick={() => zoom(2)}>
          +
        </button>
      </fieldset>
    </div>
  )
}
