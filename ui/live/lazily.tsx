/** Loads the code of a component when it is first drawn. */

import { signal } from '@preact/signals'
import type { ComponentType, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Unread } from './not-read.tsx'
import { ProblemBox } from './problem.tsx'
import { isOutage } from './refusal.ts'

export const notLoaded = {
  message: 'Part of the page could not be loaded.',
  fix: 'Check that the sandbox runs. If it was updated, reload the page.',
}

/** Components on screen whose code did not load. The last one usually belongs to the latest action. */
const failed = signal<readonly unknown[]>([])

/** Delay before the next try to load, ms. */
export const againMs = 1000

const Nothing = () => <div aria-busy="true" />

/**
 * Creates a component that loads its code on first use, or earlier. `Meanwhile` is drawn until then, beside the
 * reason for a failure.
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType = Nothing,
  isAsked = () => true,
) {
  let loaded: ComponentType<Props> | undefined
  return function Lazy(props: Props & JSX.IntrinsicAttributes) {
    const [, setHere] = useState(false)
    useEffect(() => {
      if (loaded !== undefined) return
      let isDrawn = true
      const forget = () => {
        failed.value = failed.value.filter((one) => one !== load)
      }
      const ask = () =>
        load().then(
          (component) => {
            loaded = component
            forget()
            setHere(true)
          },
          () => {
            if (!isDrawn) return
            if (isAsked() && !failed.value.includes(load)) failed.value = [...failed.value, load]
            setTimeout(ask, againMs)
          },
        )
      void ask()
      return () => {
        isDrawn = false
        forget()
      }
    }, [])
    if (loaded !== undefined) {
      const Loaded = loaded
      return <Loaded {...props} />
    }
    const isTold = failed.value.at(-1) === load
    return (
      <>
        {!(isTold && Meanwhile === Nothing) && <Meanwhile />}
        {isTold && (isOutage({ code: 'not_reached' }) ? <Unread /> : <ProblemBox problem={notLoaded} />)}
      </>
    )
  }
}
