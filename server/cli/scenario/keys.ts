import { emitKeypressEvents } from 'node:readline'
import { keyOf } from '../screen/keys.ts'
import type { Tty } from '../terminal.ts'
import type { RunAct } from './act.ts'

const acts: Record<string, RunAct> = { p: 'pause', s: 'step', return: 'step', r: 'resume', q: 'stop' }

/** The keys as they are told to people, of a run that is paused or goes on. */
export const runKeys = (paused: boolean): string =>
  paused ? 'paused  Enter step  r resume  q stop' : 'p pause  q stop'

/** Takes the keys of a terminal for a run. Answers what gives them back. */
export function takeRunKeys(tty: Tty, act: (what: RunAct) => void): () => void {
  const { input } = tty
  const raw = (on: boolean) => input.setRawMode(on)

  function onKey(text: string | undefined, pressed: Parameters<typeof keyOf>[1]) {
    const { name, ctrl } = keyOf(text, pressed)
    if (ctrl && name === 'c') return act('stop')
    if (ctrl && name === 'z') {
      raw(false)
      tty.suspend('group')
      // Here it goes on when it is continued.
      return raw(true)
    }
    const what = ctrl ? undefined : acts[name]
    if (what) act(what)
  }

  emitKeypressEvents(input)
  const takeBack = tty.onExit(() => raw(false))
  input.on('keypress', onKey)
  raw(true)
  input.resume()
  return () => {
    takeBack()
    raw(false)
    input.off('keypress', onKey).pause()
  }
}
