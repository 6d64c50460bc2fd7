import type { ComponentType, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { link } from '../state/live.ts'
import { ProblemBox } from './problem.tsx'

export const notLoaded = {
  message: 'This part of the page could not be loaded.',
  fix: 'Is the sandbox still running, and the same as when the page was opened? Reload the page.',
}

const Nothing = () => <div aria-busy="true" />

/** A component whose code is loaded when it is first drawn; from then on it is there at once. `Meanwhile` stands where it will. */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType = Nothing,
) {
  let loaded: ComponentType<Props> | undefined
  return function Lazy(props: Props & JSX.IntrinsicAttributes) {
    const [state, setState] = useState<'waiting' | 'here' | 'failed'>('waiting')
    const isLive = link.value.state === 'live'
    useEffect(() => {
      if (loaded !== undefined) return
      load().then(
        (component) => {
          loaded = component
          setState('here')
        },
        () => setState('failed'),
      )
      // What failed while nothing answered is asked for again.
    }, [isLive])
    if (loaded !== undefined) {
      const Loaded = loaded
      return <Loaded {...props} />
    }
    return state === 'failed' ? <ProblemBox problem={notLoaded} /> : <Meanwhile />
  }
}
