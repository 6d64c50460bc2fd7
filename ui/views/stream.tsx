import { useEffect } from 'preact/hooks'
import { lazily } from '../parts/lazily.tsx'
import { Split } from '../parts/split.tsx'
import { VirtualList } from '../parts/virtual-list.tsx'
import { drawn } from '../state/drawn.ts'
import { place } from '../state/navigation.ts'
import { listShare } from '../state/preferences.ts'
import { lineKey } from '../state/rows.ts'
import { activeId, indexOfId, lineAt, toTop } from '../state/selection.ts'
import { follow, hasOlder, hold, loadOlder, version } from '../state/stream.ts'
import { FirstMinutes } from './first-minutes.tsx'
import { StreamEmpty } from './stream-empty.tsx'
import { StreamRow } from './stream-row.tsx'
import { StreamTools } from './stream-tools.tsx'

const loadDetail = async () => (await import('./detail.tsx')).Detail
const Detail = lazily(loadDetail)

/** Everything that happened, newest first, with what is selected beside it. */
export function Stream() {
  // The list comes first; what a click opens is there before the click.
  useEffect(() => {
    const timer = setTimeout(() => void loadDetail().catch(() => {}), 500)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div class="stream">
      <FirstMinutes />
      <Split
        share={listShare}
        open={place.value.open}
        detailLabel="Detail"
        list={
          <>
            <h2 class="unseen">Stream</h2>
            <StreamTools />
            <StreamList />
          </>
        }
        detail={<Detail />}
      />
    </div>
  )
}

function StreamList() {
  version.value
  const { count } = drawn.value
  if (count === 0) return <StreamEmpty />
  const active = activeId()
  const scrolled = (atTop: boolean, nearEnd: boolean) => {
    if (atTop) follow()
    else hold()
    if (nearEnd && hasOlder.value) void loadOlder()
  }
  return (
    <VirtualList
      label="Events, deliveries, captures and calls, newest first"
      count={count}
      active={indexOfId(active)}
      activeKey={active ?? ''}
      toTop={toTop.value}
      onScroll={scrolled}
      row={(index) => {
        const line = lineAt(index)
        if (line === undefined) return null
        return <StreamRow key={lineKey(line)} line={line} index={index} isActive={line.entry.id === active} />
      }}
    />
  )
}
