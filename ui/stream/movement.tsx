/** Shows the number of rows, and pauses or resumes the list. */
import { useEffect, useRef } from 'preact/hooks'
import { count } from '../kit/format.ts'
import { Key } from '../kit/icon.tsx'
import { said } from '../live/refusal.ts'
import { place } from '../place/navigation.ts'
import { listed, toTop } from './selection.ts'
import { total } from './span.ts'
import { follow, following, hasOlder, loading, paused, setPaused, shown } from './stream.ts'

export function Movement() {
  const { fresh, above, below } = shown.value
  const size = total.value
  const { q } = place.value
  const told = useRef(q)
  useEffect(() => {
    // Screen readers hear the number of results only when it is announced.
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
        {loading.value ? 'loading' : count(size ?? listed())}
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
            {count(fresh)} new<span class="so"> · resume</span>
          </>
        ) : (
          'Resume'
        )}{' '}
        <Key name="p" />
      </button>
    </div>
  )
}
