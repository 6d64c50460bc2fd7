/** The stream view: the list of records with the open record beside it. */

import { useEffect } from 'preact/hooks'
import { isFilterFlawed } from '../filter/filter-flaw.ts'
import { rowHeight } from '../kit/appearance.ts'
import { handSeen } from '../kit/hand.ts'
import { isSettled } from '../kit/painted.ts'
import { stripDismissed } from '../kit/preferences.ts'
import { Split } from '../kit/split.tsx'
import { type Kept, type ListProps, VirtualList } from '../kit/virtual-list.tsx'
import { lineKey } from '../live/entries.ts'
import { lazily } from '../live/lazily.tsx'
import { place } from '../place/navigation.ts'
import { drawn, groups } from '../stream/drawn.ts'
import { afar, ahead } from '../stream/reach.ts'
import { activeId, indexOfId, lineAt, toTop } from '../stream/selection.ts'
import {
  follow,
  generation,
  hasOlder,
  hold,
  loading,
  loadOlder,
  loadProblem,
  shown,
  version,
} from '../stream/stream.ts'
import { dividers, StreamRow } from '../stream/stream-row.tsx'
import { StreamTools } from './stream-tools.tsx'

const loadDetail = async () => (await import('./detail.tsx')).Detail
const Detail = lazily(loadDetail)
const StreamEmpty = lazily(async () => (await import('../filter/stream-empty.tsx')).StreamEmpty)
const FirstMinutes = lazily(
  async () => (await import('../first-minutes/first-minutes-card.tsx')).FirstMinutes,
)

const at = place.peek()
/** Loads the detail first if the link opens a record. */
export const opened = at.view === 'stream' && at.open !== null ? loadDetail().catch(() => {}) : undefined

export function Stream() {
  useEffect(() => {
    if (handSeen.value) void loadDetail().catch(() => {})
  }, [handSeen.value])
  return (
    <div class="stream">
      {!stripDismissed.value && <div class="strip-place">{isSettled.value && <FirstMinutes />}</div>}
      <Split
        open={place.value.open}
        detailLabel="Detail"
        list={
          <>
            <h2 class="unseen">Stream</h2>
            <StreamTools />
            <StreamList />
          </>
        }
        detail={place.value.open === null ? <NothingOpen /> : <Detail />}
      />
    </div>
  )
}

/** Where the list was when the reader left the view. */
const kept: Kept = { top: 0, toTop: 0 }

function StreamList() {
  version.value
  const { count, look } = drawn.value
  if (count === 0) {
    const isLoading = loading.value && loadProblem.value === null && !isFilterFlawed.value
    return isLoading ? <div class="empty" aria-busy="true" /> : <StreamEmpty />
  }
  const active = activeId()
  const scrolled = (isAtTop: boolean) => {
    const { above } = shown.value
    // The list follows again at the top, unless the reader skipped unread rows to get there.
    if (isAtTop && (above === 0 || above > afar)) follow()
    else hold()
  }
  const lookOn = (_first: number, last: number) => {
    if (last > count - ahead && hasOlder.value) void loadOlder()
  }
  const list: ListProps = {
    label: 'Events, deliveries, captures and calls, newest first',
    count,
    rowHeight: rowHeight.value,
    narrowHeight: Math.round(rowHeight.value * 1.6),
    active: indexOfId(active),
    activeKey: active ?? '',
    toTop: toTop.value + generation.value,
    kept,
    spare: isSettled.value ? undefined : 0,
    role: groups.value === null ? 'listbox' : 'tree',
    onScroll: scrolled,
    onSight: look ?? lookOn,
    idAt(index) {
      const line = lineAt(index)
      return line?.attempt === 0 ? line.entry.id : undefined
    },
    indexOf: indexOfId,
    keyAt(index) {
      const line = lineAt(index)
      return line === undefined ? `unread-${index}` : lineKey(line)
    },
    row(index, slot) {
      const line = lineAt(index)
      if (line === undefined) return <div key={slot} class="row unread" role="presentation" />
      return <StreamRow key={slot} line={line} index={index} isActive={line.entry.id === active} />
    },
  }
  return <VirtualList {...(dividers.value?.divided(list) ?? list)} />
}

/** Shown beside the list while no record is open. */
const NothingOpen = () => (
  <div class="empty">
    <p class="quiet">Select a row to see the request, the response and the cause.</p>
    <p class="quiet keys">
      <kbd>j</kbd> <kbd>k</kbd> move · <kbd>Enter</kbd> open · <kbd>Esc</kbd> close · <kbd>/</kbd> search ·{' '}
      <kbd>r</kbd> send again · <kbd>e</kbd> edit · <kbd>x</kbd> fault · <kbd>Ctrl K</kbd> actions ·{' '}
      <kbd>?</kbd> all keys
    </p>
  </div>
)
