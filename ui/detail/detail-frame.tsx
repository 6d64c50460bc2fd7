import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { type Command, Commands } from '../commands/commands.tsx'
import { Copy } from '../kit/copy.tsx'
import { type Tab, Tabs } from '../kit/tabs.tsx'
import { linked } from '../live/touched.ts'
import { go, place } from '../place/navigation.ts'
import '../styles/print.css'

interface TabOf extends Tab {
  body: () => ComponentChildren
}
interface Props {
  title: ComponentChildren
  state: ComponentChildren
  acts: ComponentChildren
  /** What is taken from it or found by it, beside its link. */
  takes: ComponentChildren
  /** What stands above the tabs while it is going on. */
  notice?: ComponentChildren
  /** The acts as commands. */
  commands: readonly Command[]
  tabs: readonly TabOf[]
  /** The tab that opens when the one last chosen does not exist here. */
  first: string
  /** Ids of other things it speaks of; news about them reads it again. */
  about?: readonly string[]
}

/** Title, state in words, acts and tabs: the same for every kind of thing. */
export function DetailFrame({ title, state, acts, takes, notice, commands, tabs, first, about = [] }: Props) {
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
          {takes}
          <Copy text={location.href} label="Link" what="to this" />
        </div>
        <Commands commands={commands} />
        {notice}
      </header>
      <Tabs label="Parts" tabs={tabs} current={current.name} onPick={(tab) => go({ tab }, 'replace')}>
        {current.body()}
      </Tabs>
    </article>
  )
}
