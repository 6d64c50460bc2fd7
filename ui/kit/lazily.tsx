import { signal } from '@preact/signals'
import type { ComponentType, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ProblemBox } from './problem.tsx'

export const notLoaded = {
  message: 'A part of the page could not be loaded.',
  fix: 'Is the sandbox still running, and the same as when the page was opened? Once it answers, reload the page.',
}

/** What could not be loaded and is drawn. The last tells for all: it is what a hand has just opened, if any did. */
const failed = signal<readonly unknown[]>([])

/** After so long what could not be loaded is asked for again, as long as it is drawn, ms. */
export const againMs = 1000

const Nothing = () => <div aria-busy="true" />

/**
 * A component whose code is loaded when it is first drawn; from then on it is there at once. `Meanwhile` stands where it will, also
 * beside why it does not come, which is told once it is asked for: it may be loaded before anybody wants it.
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
        {isTold && <ProblemBox problem={notLoaded} />}
      </>
    )
  }
}
