/** Draws the banner of the most urgent failure. */

import { useEffect, useState } from 'preact/hooks'
import { FoldButton } from '../../kit/fold.tsx'
import { linkTo } from '../../place/as-link.ts'
import { place, placeOf } from '../../place/navigation.ts'
import { banner, dismiss, watchForTrouble } from './banner-facts.ts'
import type { Banner as BannerWords, Mend } from './trouble-banner.ts'
import '../../styles/banner.css'

// Loaded on demand, because most pages never need it.
const mend = async (how: Mend) => (await import('./mending.ts')).mend(how)

/** What happened, why, and the buttons that fix it. */
export function Banner() {
  useEffect(() => void watchForTrouble(), [])
  const told = banner.value
  return (
    <div class="banner-place" role="status">
      {told !== null && <Told key={told.about ?? told.key} told={told} />}
    </div>
  )
}

function Told({ told }: { told: BannerWords }) {
  const { tone, what, why, fix, says, mends } = told
  const to = { ...(place.value.view === 'stream' ? place.value : placeOf('stream')), open: told.open ?? null }
  const [isWhole, setWhole] = useState(false)
  return (
    <div class={`banner ${tone} ${isWhole ? '' : 'folded'}`} data-key={told.key}>
      <p>
        <span>
          <strong>
            <span aria-hidden="true">{tone === 'bad' ? '✕ ' : '! '}</span>
            {told.open === undefined ? what : <a {...linkTo(to)}>{what}</a>}
          </strong>{' '}
          {why}
        </span>
        {fix && <span title={fix}> {fix}</span>}
        {says && <span title={says}> Response: {says}</span>}
      </p>
      <span class="banner-acts wrapping">
        <FoldButton unfold="Why?" isWhole={isWhole} setWhole={setWhole} />
        {mends.map(({ title, mend: how }, index) => (
          <button
            key={title}
            type="button"
            data-once
            class={index === 0 ? 'small primary' : 'small'}
            onClick={() => void mend(how)}
          >
            {title}
          </button>
        ))}
        <button type="button" class="small" aria-label={`Dismiss: ${what}`} onClick={() => dismiss(told)}>
          Dismiss
        </button>
      </span>
    </div>
  )
}
