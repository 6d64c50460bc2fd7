/** Shows the number of groups and the buttons that fold them. */
import { count, many } from '../kit/format.ts'
import { groups } from './drawn.ts'
import { hasOlder, loadOlder, shown } from './stream.ts'
import '../styles/group.css'

export function GroupTools() {
  const grouping = groups.value
  if (grouping === null) return null
  const { grouped, canGroupOlder, foldAll } = grouping
  return (
    <div class="group-tools">
      <span class="quiet">
        {many(grouped.value.heads.length, 'group')}
        {hasOlder.value && ` of the newest ${count(shown.value.things)}`}
      </span>
      {canGroupOlder.value && (
        <button type="button" class="small link" onClick={() => void loadOlder()}>
          Load older
        </button>
      )}
      <span class="spring" />
      <button type="button" class="small" onClick={() => foldAll(true)}>
        Fold all groups
      </button>
      <button type="button" class="small" onClick={() => foldAll(false)}>
        Unfold all
      </button>
    </div>
  )
}
