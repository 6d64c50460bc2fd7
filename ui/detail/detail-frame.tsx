/** The layout of every detail: title with state, what was done on purpose, actions, finding, and tabs. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { type Command, Commands } from '../commands/commands.tsx'
import { Copy } from '../kit/copy.tsx'
import { Menu } from '../kit/menu.tsx'
import { type Tab, Tabs } from '../kit/tabs.tsx'
import { linked } from '../live/touched.ts'
import { go, isTabKept, place } from '../place/navigation.ts'
import { entryOfThing, type Thing } from '../stream/grouping-family.ts'
import { copiesOf } from './copy-as.ts'
import { CopyMenu } from './copy-menu.tsx'
import { likeParts } from './similar.tsx'
import '../styles/print.css'

interface TabOf extends Tab {
  body: () => ComponentChildren
}
interface Props {
  thing: Thing
  title: ComponentChildren
  state: ComponentChildren
  acts: ComponentChildren
  /** What the sandbox did on purpose, as the headline. */
  purpose?: ComponentChildren
  /** The finding and the fix, shown above the tabs. */
  notice?: ComponentChildren
  /** The actions as commands. */
  commands: readonly Command[]
  tabs: readonly TabOf[]
  /** The default tab, if the last chosen tab does not exist here. */
  first: string
  /** The tab with the cause of a failure. A failure opens there, whatever tab was open before. */
  cause?: string | undefined
  /** Ids of related records; changes to them reload the detail. */
  about?: readonly string[]
}

export function DetailFrame(props: Props) {
  const { thing, title, state, acts, purpose, notice, commands, tabs, first, cause, about = [] } = props
  const watched = about.join(' ')
  useEffect(() => {
    linked.value = about
  }, [watched])
  // A record that fails while it is open keeps its tab.
  const opened = useRef<{ id: string; cause: string | undefined }>(undefined)
  if (opened.current?.id !== thing.data.id) opened.current = { id: thing.data.id, cause }
  const { tab: asked } = place.value
  const wanted = [isTabKept.value || asked === null ? opened.current.cause : undefined, asked, first]
  const current = wanted.flatMap((name) => tabs.find((tab) => tab.name === name) ?? [])[0] ?? tabs[0]
  if (current === undefined) return null
  return (
    <article class="thing">
      <header class="thing-head">
        <h2>{title}</h2>
        {purpose && <p class="on-purpose">{purpose}</p>}
        <p class="thing-state">{state}</p>
        <div class="acts">{acts}</div>
        <div class="takes">
          <CopyMenu items={copiesOf(thing)} />
          <Menu
            label="Similar"
            menuLabel="Filter for similar records"
            parts={() => likeParts(entryOfThing(thing))}
          />
          <Copy text={location.href} label="Link" what="to this page" />
        </div>
        {notice}
      </header>
      <Tabs label="Sections" tabs={tabs} current={current.name} onPick={(tab) => go({ tab }, 'replace')}>
        {current.body()}
        <Commands commands={commands} />
      </Tabs>
    </article>
  )
}
