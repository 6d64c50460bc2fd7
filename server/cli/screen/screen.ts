/** The full-screen view of `listen`: draws deliveries on the terminal, and reads keys. */
import { emitKeypressEvents, type Interface } from 'node:readline'
import type { Clock } from '../../wire.ts'
import type { CommandContext } from '../command.ts'
import type { KnownSubscriptions } from '../known-subscriptions.ts'
import { createLiveClient } from '../live.ts'
import { paint } from '../paint.ts'
import type { Tty } from '../terminal.ts'
import { createActs } from './acts.ts'
import { keyOf } from './keys.ts'
import { createReading } from './reading.ts'
import { initialState, readClock, type ScreenState } from './state.ts'
import { type Effect, paste, press } from './update.ts'
import type { View } from './view.ts'
import { view, withinText } from './view.ts'

interface ScreenNeeds extends Omit<CommandContext, 'tty'> {
  /** The number of the last frame before the view. */
  since: number
  subscriptions: KnownSubscriptions
  tty: Tty
}

/** The shortest time between two drawings, so that a burst causes few. */
const drawMs = 30
/** How often running times are redrawn. */
const tickMs = 500

/** How late a Ctrl-C that ended an editor may reach this process as a signal. On the screen, Ctrl-C is a key. */
const lateMs = 500

/** How long after Esc the rest of a key may come; 500 ms by default. Node reads nothing else of the interface. */
const keypressOptions = { escapeCodeTimeout: 80 } as unknown as Interface

/** Shows deliveries until the user quits. */
export async function listenOnScreen(needs: ScreenNeeds): Promise<void> {
  const { client, since, subscriptions, outside, onRunning, tty, terminal, environment } = needs
  const { clock } = await client.get<{ clock: Clock }>('/sandbox/clock', 'clock')
  // A terminal without a known size reports 0.
  const size = () => ({ columns: tty.output.columns || 80, height: tty.output.rows || 24 })
  const drawing = createDrawing(tty, { colour: terminal.colour ?? false })
  let state = initialState({
    base: client.base,
    trigger: client.command('trigger card.created'),
    secret: subscriptions.secretHint(),
    receiverName: subscriptions.receiverName,
    clock: readClock(clock, outside.elapsed()),
    ...size(),
  })
  let cancelDraw: (() => void) | undefined

  function draw() {
    cancelDraw?.()
    cancelDraw = undefined
    if (drawing.isOn()) drawing.draw(view(state, outside.elapsed()), state.columns)
  }
  function change(how: (state: ScreenState) => ScreenState) {
    state = how(state)
    cancelDraw ??= outside.after(drawMs, draw)
  }
  let cancelTick = () => {}
  function tick() {
    draw()
    cancelTick = outside.after(tickMs, tick)
  }

  const store = { read: () => state, change }
  const reading = createReading({ client, subscriptions, outside, ...store })
  const acts = createActs({ client, environment, onExit: tty.onExit, ...store, lend })
  const live = createLiveClient({
    base: client.base,
    since,
    outside,
    ...reading.live,
  })

  /** Whether another program has the terminal, and until when its signals may still arrive here. */
  let isLent = false
  let lentUntil = 0
  async function lend<T>(use: () => Promise<T>): Promise<T> {
    drawing.off()
    tty.input.pause()
    isLent = true
    try {
      return await use()
    } finally {
      isLent = false
      lentUntil = outside.elapsed() + lateMs
      resume()
    }
  }
  function resume() {
    isPasting = false
    drawing.on()
    tty.input.resume()
    change((now) => ({ ...now, ...size() }))
  }
  function suspend(whom: 'process' | 'group') {
    drawing.off()
    takeBackStop()
    tty.suspend(whom)
    // The process continues here, at once if it cannot be stopped.
    takeBackStop = tty.onSignal('SIGTSTP', () => suspend('process'))
    // An editor was stopped and continues, too. It has the terminal.
    if (!isLent) resume()
  }
  let takeBackStop = tty.onSignal('SIGTSTP', () => suspend('process'))
  const takeBackContinue = tty.onSignal('SIGCONT', () => {
    if (drawing.isOn()) resume()
  })

  function carryOut(effect: Effect) {
    if (effect.do === 'quit') return live.close()
    if (effect.do === 'suspend') return suspend('group')
    if (effect.do === 'redraw') return drawing.forget()
    if (effect.do === 'filter' || effect.do === 'open') return void reading.carryOut(effect)
    void acts.carryOut(effect)
  }
  /** Whether the incoming keys are pasted text. */
  let isPasting = false
  function onKey(text: string | undefined, pressed: Parameters<typeof keyOf>[1]) {
    if (!drawing.isOn()) return
    const { name } = pressed
    if (name === 'paste-start' || name === 'paste-end') {
      isPasting = name === 'paste-start'
      return
    }
    const key = keyOf(text, pressed)
    if (isPasting) return change((now) => paste(now, key))
    const { state: next, effect } = press(state, key)
    state = withinText(next, outside.elapsed())
    if (effect) carryOut(effect)
    draw()
  }
  function onResize() {
    drawing.forget()
    change((now) => ({ ...now, ...size() }))
  }
  emitKeypressEvents(tty.input, keypressOptions)
  tty.input.on('keypress', onKey)
  tty.output.on('resize', onResize)
  onRunning({
    async close() {
      live.close()
      drawing.off()
    },
    isAside: () => isLent || outside.elapsed() < lentUntil,
  })
  try {
    resume()
    await reading.load()
    tick()
    await live.run()
  } finally {
    drawing.off()
    cancelTick()
    cancelDraw?.()
    takeBackStop()
    takeBackContinue()
    tty.input.off('keypress', onKey).pause()
    tty.output.off('resize', onResize)
  }
}

/**
 * Switches to the alternate buffer, hides the cursor, and turns wrapping off, so that a wrong width spoils only one line. Turns
 * bracketed paste on, which marks pasted text.
 */
const enter = '\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[2J'
const leave = '\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l'
/** Terminals that support these sequences show everything between them at once. */
const [hold, release] = ['\x1b[?2026h', '\x1b[?2026l']

/** Draws views on a terminal, and restores the terminal. */
function createDrawing(tty: Tty, { colour }: { colour: boolean }) {
  let isOn = false
  let drawn: string[] = []
  let takeBack = () => {}

  function off() {
    if (!isOn) return
    isOn = false
    takeBack()
    // Written synchronously: the process may end next, or another program may use the terminal.
    tty.writeNow(leave)
    tty.input.setRawMode(false)
  }

  return {
    on() {
      off()
      isOn = true
      takeBack = tty.onExit(off)
      tty.input.setRawMode(true)
      tty.output.write(enter)
      drawn = []
    },
    off,
    isOn: () => isOn,
    /** Makes the next drawing complete. */
    forget() {
      if (isOn) tty.output.write('\x1b[2J')
      drawn = []
    },
    draw({ lines, selected, cursor }: View, columns: number) {
      if (!isOn) return
      const painted = lines.map((line, i) => paint(line, { colour, columns, selected: i === selected }))
      const changed = painted.flatMap((line, i) =>
        line === drawn[i] ? [] : [`\x1b[${i + 1};1H\x1b[2K${line}`],
      )
      drawn = painted
      const place = cursor === undefined ? '\x1b[?25l' : `\x1b[${lines.length};${cursor + 1}H\x1b[?25h`
      tty.output.write(`${hold}${changed.join('')}${place}${release}`)
    },
  }
}
