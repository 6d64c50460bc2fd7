import { useEffect, useRef } from 'preact/hooks'
import { count } from '../kit/format.ts'
import { Key } from '../kit/icon.tsx'
import { said } from '../live/refusal.ts'
import { place } from '../place/navigation.ts'
import { listed, toTop } from './selection.ts'
import { total } from './span.ts'
import { follow, following, hasOlder, loading, paused, setPaused, shown } from './stream.ts'

/** How many rows there are, whether the list moves, and the buttons that stop it and let it go on. */
export function Movement() {
  const { fresh, above, below } = shown.value
  const size = total.value
  const { q } = place.value
  const told = useRef(q)
  useEffect(() => {
    // What a filter finds is seen at once, and heard only when it is said.
    if (loading.value || told.current === q) return
    told.current = q
    if (q !== '') said.value = `${count(listed())} found${hasOlder.value ? ', and more' : ''}`
  }, [q, loading.value])
  const resume = () => {
    setPaused(false)
    follow()
    toTop.value++
  }
  return (
    <div class="movement">
      <span class={fresh > 0 ? 'quiet long' : 'quiet'}>
        {loading.value ? 'reading' : count(size ?? listed())}
        {size === null && !loading.value && (
          <>
            {above + below > 0 && '+'}
            <span class="long"> loaded</span>
          </>
        )}
        {following.value && (
          <span class="follows">
            {' · following'}
            <span class="long"> newest</span>
          </span>
        )}
        {paused.value && ' · paused'}
      </span>
      {!following.value && !paused.value && (
        <button type="button" class="small link" onClick={resume}>
          {fresh > 0 ? (
            <>
              {count(fresh)} new<span class="so"> · follow</span>
            </>
          ) : (
            'follow'
          )}
        </button>
      )}
      <button
        type="button"
        class={paused.value ? 'small pause paused' : 'small pause'}
        onClick={() => (paused.value && fresh > 0 ? resume() : setPaused(!paused.value))}
      >
        {!paused.value ? (
          'Pause'
        ) : fresh > 0 ? (
          <>
            {count(fresh)} waiting<span class="so"> · resume</span>
          </>
        ) : (
          'Resume'
        )}{' '}
        <Key name="p" />
      </button>
    </div>
  )
}
