/** A row of tabs and the panel of the current tab. */

import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { showAcross } from './window.ts'

export interface Tab {
  name: string
  title: string
  count?: number
}
interface Props {
  label: string
  tabs: readonly Tab[]
  current: string
  onPick: (name: string) => void
  children: ComponentChildren
}

/** Arrow keys move between the tabs. */
export function Tabs({ label, tabs, current, onPick, children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => showAcross(list.current?.querySelector('[aria-selected="true"]')), [current])
  const pressed = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const at = tabs.findIndex((tab) => tab.name === current)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (next === undefined) return
    onPick(next.name)
    const button = event.currentTarget.querySelector<HTMLElement>(`#tab-${next.name}`)
    button?.focus()
  }
  return (
    <>
      <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={pressed}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`tab-${tab.name}`}
            aria-selected={tab.name === current}
            aria-controls="tab-panel"
            tabIndex={tab.name === current ? 0 : -1}
            onClick={() => onPick(tab.name)}
          >
            {tab.title}
            {tab.count !== undefined && <span class="tab-count"> {tab.count}</span>}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel must be reachable to be scrolled by keys */}
      <div class="tab-panel" role="tabpanel" id="tab-panel" aria-labelledby={`tab-${current}`} tabIndex={0}>
        {children}
      </div>
    </>
  )
}
