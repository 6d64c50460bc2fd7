import { describe, expect, test } from 'vitest'
import { keyOf } from '../../server/cli/screen/keys.ts'
import { keptRows, type ScreenState, withRow, withStart } from '../../server/cli/screen/state.ts'
import { view, withinText } from '../../server/cli/screen/view.ts'
import { widthOf } from '../../server/cli/width.ts'
import { highlighted, pressed, row, screen, shown } from './screen-world.ts'

const many = (count: number) =>
  Array.from({ length: count }, (_, i) => row(i + 1, { event: `event.${i + 1}` }))
const typing = (text: string) => [...text]

describe('the list', () => {
  test('says where it listens, the secret, the time of the sandbox, and each delivery', () => {
    const state = screen([
      row(1, { event: 'card.created' }),
      row(2, {
        state: 'failed',
        last_outcome: { kind: 'reset', code: 'closed', address: null, detail: '' },
        fault: 'drop',
      }),
    ])
    const [head, names, first, second] = shown(state, 5000)
    expect(head).toMatch(/^http:\/\/127\.0\.0\.1:4400 {2}secret whsec_abc +09:00:05$/)
    expect(names?.trim().split(/ {2,}/)).toEqual(['time', 'event', 'receiver', 'state', 'ms', 'fault'])
    expect(first).toMatch(/^ {2}09:00:00 {2}card\.created +:3000\/hook +succeeded 200 +12 ms$/)
    expect(second).toMatch(/^> 09:00:00 .* failed reset .* drop$/)
  })

  test('every screen is as high and at most as wide as the terminal, whatever is in it', () => {
    const rows = [
      row(1, { event: '世界'.repeat(40), url: 'x\x1b[2J'.repeat(50), fault: 'tamper(body)' }),
      ...many(40),
    ]
    for (const columns of [1, 20, 60, 79, 80, 200])
      for (const height of [1, 2, 3, 10, 50]) {
        const state = screen(rows, { columns, height })
        const detail = pressed(state, 'd').state
        for (const one of [state, detail, pressed(state, '?').state, pressed(state, 'f').state]) {
          expect(view(one, 0).lines).toHaveLength(height)
          for (const line of shown(one)) expect(widthOf(line)).toBeLessThanOrEqual(columns)
        }
      }
  })

  test('follows the newest until somebody moves, and again after G', () => {
    let state = screen(many(30))
    expect(highlighted(state)).toContain('event.30 ')
    state = withRow(state, row(31, { event: 'event.31' }))
    expect(highlighted(state)).toContain('event.31 ')
    state = pressed(state, 'k', 'up').state
    state = withRow(state, row(32, { event: 'event.32' }))
    expect(highlighted(state)).toContain('event.29 ')
    state = pressed(state, 'j').state
    expect(highlighted(state)).toContain('event.30 ')
    expect(highlighted(pressed(state, 'G').state)).toContain('event.32 ')
    expect(highlighted(pressed(state, 'g').state)).toContain('event.1 ')
    expect(highlighted(pressed(state, 'g', 'k').state)).toContain('event.1 ')
  })

  test('keeps the newest and forgets the oldest', () => {
    expect(screen(many(keptRows + 5)).rows.map(({ seq }) => seq)[0]).toBe(6)
  })

  test('a delivery that changes stays where it is; one that no longer fits goes', () => {
    const rows = [row(1, { state: 'failed' }), row(2, { state: 'failed' }), row(3, { state: 'failed' })]
    const state = screen(rows, { filter: { state: 'failed' }, selected: 'dlv_2' })
    const changed = withRow(state, row(2, { state: 'failed', reason: 'again' }))
    expect(changed.rows.map(({ id, reason }) => [id, reason])).toEqual([
      ['dlv_1', null],
      ['dlv_2', 'again'],
      ['dlv_3', null],
    ])
    const gone = withRow(state, row(1))
    expect([gone.rows.map(({ id }) => id), gone.selected]).toEqual([['dlv_2', 'dlv_3'], 'dlv_2'])
  })

  test('what waits for an answer counts up, what waits for its next attempt counts down', () => {
    const sending = row(1, {
      state: 'sending',
      last_outcome: null,
      last_duration_ms: null,
      finished_at: null,
    })
    const waiting = row(2, {
      state: 'retrying',
      last_outcome: { kind: 'responded', status: 503 },
      next_attempt_at: '2026-01-01T09:01:00.000000Z',
      finished_at: null,
    })
    const state = withStart(screen([sending, waiting]), 'dlv_1', 1000)
    expect(shown(state, 42_500)[2]).toContain('waiting 41 s')
    expect(shown(state, 42_500)[3]).toContain('retrying 503, again in 18 s')
    const ended = withRow(state, row(1))
    expect(shown(ended, 42_500)[2]).toContain('succeeded 200')
    expect(ended.started.size).toBe(0)
  })

  test.each([80, 100, 200])(
    'says when the next attempt comes, whatever the one before met: %i columns',
    (columns) => {
      const waiting = {
        event: 'kyc.verification.success',
        fault: 'drop',
        state: 'retrying',
        next_attempt_at: '2026-01-01T09:00:59.000000Z',
        finished_at: null,
      } as const
      const rows = [
        row(1, { ...waiting, last_outcome: { kind: 'dropped', code: 'fault_drop', detail: '' } }),
        row(2, {
          ...waiting,
          last_outcome: { kind: 'timed_out', after_ms: 10_000, phase: 'waiting', detail: '' },
        }),
      ]
      for (const [i, one] of rows.entries())
        expect(shown(screen([one], { columns }))[2]).toContain(
          `retrying ${['dropped', 'timed out'][i]}, again in 59 s`,
        )
    },
  )

  test('without enough room the end of a name is kept', () => {
    const over = { receiverName: () => `:3000/${'deep/'.repeat(20)}end` }
    expect(shown(screen([row(1)], over))[2]).toMatch(/ {2}….*\/deep\/end {2}succeeded/)
  })

  test('a row shows the summary of its event where the receivers leave room, and the name of its receiver', () => {
    const rows = [row(1, { summary: 'Card •••• 4242 created · customer 3f2a' }), row(2)]
    const over = { receiverName: () => 'Billing' }
    const lines = (columns: number) => shown(screen(rows, { ...over, columns }))
    expect(lines(100)[1]).toMatch(/event +summary +receiver +state/)
    expect(lines(100)[2]).toMatch(
      / card\.created {2}Card •••• 4242 created · customer 3f2a {2}Billing +succeeded 200/,
    )
    expect(lines(80)[2]).toMatch(/ card\.created {2}Card •••• 4242 cr… {2}Billing +succeeded 200/)
    expect(lines(50)[2]).not.toContain('Card •')
  })

  test('other columns shrink so that a receiver stays distinguishable, even on 80 columns', () => {
    const faulty = row(1, { event: 'card.status.inactive', fault: 'tamper(signature)' })
    const waiting = row(2, {
      state: 'retrying',
      last_outcome: { kind: 'responded', status: 404 },
      next_attempt_at: '2026-01-01T09:00:52.000000Z',
    })
    const over = { columns: 80, receiverName: () => 'shop.example/webhooks' }
    const [names, first, second] = shown(screen([faulty, waiting], over)).slice(1)
    expect(names).toContain('  receiver  ')
    expect(first).toContain('card.status.inactive  …example/webhooks')
    expect(second).toContain('retrying 404, again in 52 s')
  })

  test('the last line names the keys that do something now, help and the way out always', () => {
    const keysOf = (state: ScreenState) => shown(state).at(-1) ?? ''
    const waits = { state: 'retrying', finished_at: null } as const
    const wide = { columns: 140 }
    expect(keysOf(screen([], wide))).toBe('0 deliveries  following  / filter  ? help  q quit')
    expect(keysOf(screen([row(1)], wide))).toBe(
      '1 delivery  following  d detail  r resend  e edit  f fault  / filter  ? help  q quit',
    )
    expect(keysOf(screen([row(1, waits)], wide))).toContain('x cancel  a attempt now')
    expect(keysOf(screen([row(1, { ...waits, state: 'sending' })], wide))).toContain('x abort  / filter')
    expect(keysOf(pressed(screen([row(1)], wide), 'k').state)).toContain('paused  G newest')
    expect(keysOf(screen([row(1)], { columns: 47 }))).toBe('1 delivery  following  d detail  ? help  q quit')
  })

  test('says what to do while there is nothing, and that the sandbox is away', () => {
    expect(shown(screen()).join('\n')).toContain(
      'webhook-sandbox trigger card.created --url http://127.0.0.1:4400',
    )
    expect(shown(screen([], { filterText: 'state:failed' })).join('\n')).toContain(
      'No delivery matches state:failed.',
    )
    expect(shown(screen([], { lost: 'connection refused' }))[0]).toContain(
      'Lost the sandbox: connection refused. Trying again.',
    )
  })
})

describe('keys', () => {
  const one = () => screen([row(1), row(2, { state: 'sending', finished_at: null })])

  test.each([
    ['r', { do: 'resend', id: 'dlv_2' }],
    ['e', { do: 'edit', id: 'dlv_2' }],
    ['a', { do: 'attempt-now', id: 'dlv_2' }],
    ['x', { do: 'abort', id: 'dlv_2' }],
    ['d', { do: 'open', id: 'dlv_2' }],
    ['return', { do: 'open', id: 'dlv_2' }],
    ['q', { do: 'quit' }],
    ['ctrl-c', { do: 'quit' }],
    ['ctrl-z', { do: 'suspend' }],
  ])('%s asks for what it should of the selected delivery', (key, effect) => {
    expect(pressed(one(), key).effects).toEqual([effect])
  })

  test('x cancels what waits, and says so where there is nothing to end', () => {
    const waiting = screen([row(1, { state: 'retrying', finished_at: null })])
    expect(pressed(waiting, 'x').effects).toEqual([{ do: 'cancel', id: 'dlv_1' }])
    const ended = pressed(screen([row(1)]), 'x')
    expect(ended.effects).toEqual([])
    expect(shown(ended.state).at(-1)).toBe('dlv_1 has ended. Send it again with r.')
  })

  test('keys for a delivery do nothing in an empty list', () => {
    expect(pressed(screen(), 'r', 'e', 'f', 'a', 'x', 'd', 'up', 'down').effects).toEqual([])
  })

  test('f asks for a line, sends with it, and remembers it', () => {
    const sent = pressed(one(), 'f', ...typing('dropp'), 'backspace', 'return')
    expect(sent.effects).toEqual([{ do: 'resend', id: 'dlv_2', fault: 'drop' }])
    const again = pressed(sent.state, 'f', 'up')
    expect(shown(again.state).at(-1)).toBe('fault: drop')
    expect(pressed(sent.state, 'f', 'q', 'escape').effects).toEqual([])
    expect(pressed(one(), 'f', 'return').effects).toEqual([])
  })

  test('a fault that there is not is refused with the nearest, and stays in its line to be put right', () => {
    const wrong = pressed(one(), 'f', ...typing('tamper(bdy)'), 'return')
    expect(wrong.effects).toEqual([])
    expect(shown(wrong.state).join('')).toContain('Did you mean tamper(body)?')
    expect(shown(wrong.state).at(-1)).toBe('fault: tamper(bdy)')
    const right = pressed(wrong.state, ...Array(3).fill('backspace'), ...typing('ody)'), 'return')
    expect(right.effects).toEqual([{ do: 'resend', id: 'dlv_2', fault: 'tamper(body)' }])
  })

  test('a line is edited where the cursor is', () => {
    const { state } = pressed(one(), 'f', ...typing('tamper(body)'), 'left', 'ctrl-w')
    expect(shown(state).at(-1)).toBe('fault: )')
    const { state: typed } = pressed(state, ...typing('skew(-10m'))
    expect([shown(typed).at(-1), view(typed, 0).cursor]).toEqual([
      'fault: skew(-10m)',
      'fault: skew(-10m'.length,
    ])
    expect(shown(pressed(typed, 'home', 'delete', 'end', 'backspace').state).at(-1)).toBe('fault: kew(-10m')
  })

  test('a character is one step, however it is made, and the cursor stays to be seen', () => {
    const { state } = pressed(one(), 'f', ...typing('a👩‍👩‍👧界😀'), 'backspace', 'left', 'left')
    expect(shown(state).at(-1)).toBe('fault: a👩‍👩‍👧界')
    expect(view(state, 0).cursor).toBe('fault: a'.length)
    expect(shown(pressed(state, 'delete', 'right', 'x').state).at(-1)).toBe('fault: a界x')
    const long = pressed({ ...one(), columns: 30 }, 'f', ...typing(`${'drop | '.repeat(9)}END`)).state
    expect(shown(long).at(-1)).toBe('fault: …p | drop | drop | END')
    expect(view(long, 0).cursor).toBe('fault: …p | drop | drop | END'.length)
    const home = pressed(long, 'home').state
    expect([shown(home).at(-1)?.slice(0, 18), view(home, 0).cursor]).toEqual(['fault: drop | drop', 7])
  })

  test('/ filters by the words of the lists, and says which state there is not', () => {
    const found = pressed(one(), '/', ...typing('state:failed event:card.* foo bar'), 'return')
    const filter = { state: 'failed', event: 'card.*', q: 'foo bar' }
    expect(found.effects).toEqual([{ do: 'filter', filter, text: 'state:failed event:card.* foo bar' }])
    // It is in force once the sandbox has accepted it.
    expect([found.state.filter, found.state.filterText, found.state.mode]).toEqual([{}, '', { kind: 'list' }])
    const wrong = pressed(one(), '/', ...typing('state:faild'), 'return')
    expect(wrong.effects).toEqual([])
    expect(shown(wrong.state).join('\n')).toContain('Unknown state: faild. Did you mean failed?')
    expect(shown(wrong.state).at(-1)).toBe('filter: state:faild')
    const none = pressed(found.state, '/', 'ctrl-u', 'return')
    expect(none.effects).toEqual([{ do: 'filter', filter: {}, text: '' }])
  })

  test('help that is higher than the screen is scrolled', () => {
    const helpAfter = (...keys: string[]) => {
      let { state } = pressed(one(), '?')
      for (const key of keys) state = withinText(pressed(state, key).state, 0)
      return state
    }
    expect(shown(helpAfter()).at(-1)).toBe('help  ↑ ↓ move  any other key goes back')
    expect(shown(helpAfter()).join('\n')).not.toContain('Ctrl-C')
    expect(shown(helpAfter('end')).at(-2)).toMatch(/^ {2}q Ctrl-C +quit$/)
    expect(shown(helpAfter('end', 'up')).at(-2)).toMatch(/^ {2}\? +this help$/)
    expect(shown(helpAfter('end', 'home'))).toEqual(shown(helpAfter()))
    expect(shown(helpAfter('down', 'down', 'k', 'k'))).toEqual(shown(helpAfter()))
    expect(helpAfter('end', 'x').mode).toEqual({ kind: 'list' })
  })

  test('? names every key, and any key goes back', () => {
    const help = pressed(one(), '?')
    for (const key of ['r ', 'e ', 'f ', 'a ', 'x ', '/ ', 'Enter d', 'q Ctrl-C'])
      expect(shown({ ...help.state, height: 30 }).join('\n')).toContain(`  ${key}`)
    expect(pressed(help.state, 'r')).toEqual({
      state: { ...help.state, mode: { kind: 'list' } },
      effects: [],
    })
  })

  test('terminal keys are distinguished from typed text', () => {
    expect(keyOf('r', { name: 'r' })).toEqual({ name: 'r', ctrl: false, text: 'r' })
    expect(keyOf('G', { name: 'g', shift: true })).toEqual({ name: 'G', ctrl: false, text: 'G' })
    expect(keyOf('/', {})).toEqual({ name: '/', ctrl: false, text: '/' })
    expect(keyOf('界', {})).toEqual({ name: '界', ctrl: false, text: '界' })
    expect(keyOf(undefined, { name: 'up' })).toEqual({ name: 'up', ctrl: false, text: '' })
    expect(keyOf('\x03', { name: 'c', ctrl: true })).toEqual({ name: 'c', ctrl: true, text: '' })
    expect(keyOf('\x1b', { name: 'escape', meta: true })).toEqual({ name: 'escape', ctrl: false, text: '' })
  })
})
