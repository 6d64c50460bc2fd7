/** The frame of every detail: title, state, actions, copy menu and tabs. */
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { type Command, Commands } from '../commands/commands.tsx'
import { Copy } from '../kit/copy.tsx'
import { Menu } from '../kit/menu.tsx'
import { type Tab, Tabs } from '../kit/tabs.tsx'
import { linked } from '../live/touched.ts'
import { go, place } from '../place/navigation.ts'
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
  /** Shown above the tabs. */
  notice?: ComponentChildren
  /** The actions as commands. */
  commands: readonly Command[]
  tabs: readonly TabOf[]
  /** The default tab, if the last chosen tab does not exist here. */
  first: string
  /** Ids of related records; changes to them reload the detail. */
  about?: readonly string[]
}

export function DetailFrame(props: Props) {
  const { thing, title, state, acts, notice, commands, tabs, first, about = [] } = props
  const watched = about.join(' ')
  useEffect(() => {
    linked.value = about
  }, [watched])
  const current =
    tabs.find((tab) => tab.name === place.value.tab) ?? tabs.find((tab) => tab.name === first) ?? tabs[0]
  if (current === undefined) return null
  return (
    <article class="thing">
      <header class="thing-head">
        <h2>{title}</h2>
        <p class="thing-state">{state}</p>
        <div class="acts">{acts}</div>
        <div class="acts takes">
          <CopyMenu items={copiesOf(thing)} />
          <Menu
            label="Similar"
            menuLabel="Filter for similar records"
            parts={() => likeParts(entryOfThing(thing))}
          />
          <Copy text={location.href} label="Link" what="to this page" />
        </div>
        <Commands commands={commands} />
        {notice}
      </header>
      <Tabs label="Sections" tabs={tabs} current={current.name} onPick={(tab) => go({ tab }, 'replace')}>
        {current.body()}
      </Tabs>
    </article>
  )
}
