import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { sample } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { startOnTerminal } from './pty.ts'
import { delivered, entered, left, onTerminal, onTerminalLong, world } from './screen-on-terminal.ts'

onTerminal(
  'keys list, open, filter, send again and with a fault, and q gives the terminal back',
  async () => {
    const { sandbox, receiver, screen, id } = await world()
    screen.press('d')
    await screen.writes(id)
    await screen.writes('webhook-signature')
    screen.press('\x1b')
    await screen.writes('receiver')
    screen.press('r')
    await screen.writes('Sent again as dlv_')
    screen.press('ftampr(body)\r')
    await screen.writes('Unknown fault tampr. Did you mean tamper?')
    // What is wrong stays in its line.
    screen.press('\x15tamper(body)\r')
    await screen.writes('with tamper(body)')
    await sandbox.settle()
    screen.press('/state:wrongly_accepted\r')
    await screen.writes('1 delivery  filter state:wrongly_accepted')
    screen.press('q')
    expect(await screen.ended).toBe(0)
    expect(screen.end()).toContain(left)
    expect(receiver.requests).toHaveLength(3)
  },
)

onTerminal('what is pasted is typed where a line is, and is no key elsewhere', async () => {
  const { sandbox, receiver, screen } = await world()
  const paste = (text: string) => screen.press(`\x1b[200~${text}\x1b[201~`)
  paste('rq\rr')
  await screen.writes('Pasted text has no effect here')
  screen.press('f')
  paste('tamper(body)\r| delay(1ms)\n')
  screen.press('\r')
  await screen.writes('with tamper(body) | delay(1ms)')
  await sandbox.settle()
  expect(receiver.requests).toHaveLength(2)
  screen.press('q')
  expect(await screen.ended).toBe(0)
  expect(screen.stdout().lastIndexOf('\x1b[?2004l')).toBeGreaterThan(
    screen.stdout().lastIndexOf('\x1b[?2004h'),
  )
})

onTerminal('e sends what the editor saves, and nothing where nothing was changed', async () => {
  const { sandbox, receiver, screen } = await world({ EDITOR: 'sed -i s/card.created/card.edited/' })
  screen.press('e')
  await screen.writes(left)
  await screen.writes(entered)
  await screen.writes('Sent again as dlv_')
  await sandbox.settle()
  expect(JSON.parse(`${receiver.requests[1]?.body}`)).toMatchObject({ event: 'card.edited' })
  expect(`${receiver.requests[1]?.body}`).not.toMatch(/\n$/)
  screen.press('Ge')
  await screen.writes('The body was not changed')
  screen.press('\x03')
  expect(await screen.ended).toBe(0)
})

onTerminal(
  'e edits what the delivery carries, also where a fault touched it or it has not left yet',
  async () => {
    const { sandbox, receiver, screen, id } = await world({ EDITOR: 'sed -i s/one/two/' })
    const again = (edits: object) => sandbox.post(`/sandbox/deliveries/${id}/resend`, edits)
    for (const [event, fault] of [
      ['spoilt', 'tamper(body)'],
      ['waiting', 'delay(1h)'],
    ]) {
      await again({ body: `{"my":"${event} one","n":1.0}`, fault })
      await sandbox.settle()
      await screen.writes(fault ?? '')
      const before = receiver.requests.length
      screen.press('Ge')
      await screen.writes('Sent again as dlv_')
      await sandbox.settle()
      expect(receiver.requests.slice(before).map(({ body }) => `${body}`)).toEqual([
        `{"my":"${event} two","n":1.0}`,
      ])
    }
    await again({ body_base64: '/w==', fault: 'header_case' })
    await screen.writes('header_case')
    screen.press('Ge')
    await screen.writes('The body is not UTF-8 text')
  },
)

onTerminalLong('e sends the bytes that the editor saves, also where they are no UTF-8', async () => {
  const { sandbox, receiver, screen } = await world({ EDITOR: "printf 'caf\\351\\n' >" })
  screen.press('e')
  await screen.writes('Sent again as dlv_')
  await screen.writes('; the body is not valid JSON')
  await sandbox.settle()
  expect(receiver.requests[1]?.body).toEqual(Buffer.from('caf\xe9\n', 'latin1'))
})

/**
 * An editor that saves the line that is typed, and the folder for temporary files that the program has to itself.
 * @param onInterrupt what it does at Ctrl-C; `-` ends it
 */
function lineEditor(onInterrupt: string) {
  const folder = ownFolder()
  const script = join(folder, 'editor')
  writeFileSync(
    script,
    `trap '${onInterrupt}' INT; echo editing; until read line; do :; done; echo "$line" > "$1"`,
  )
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary)
  return { env: { TMPDIR: temporary, EDITOR: `sh ${script}` }, left: () => readdirSync(temporary) }
}

onTerminalLong('Ctrl-C is of the editor while that runs', async () => {
  const { env, left } = lineEditor(':')
  const { sandbox, receiver, screen } = await world(env)
  screen.press('e')
  await screen.writes('editing')
  screen.press('\x03')
  await screen.writes('^C')
  screen.press('edited\n')
  await screen.writes('Sent again as dlv_')
  await sandbox.settle()
  expect(`${receiver.requests[1]?.body}`).toBe('edited')
  expect(left()).toEqual([])
})

onTerminalLong('an editor that Ctrl-C ends sends nothing, and the screen is back', async () => {
  const { env, left } = lineEditor('-')
  const { receiver, screen } = await world(env)
  screen.press('e')
  await screen.writes('editing')
  screen.press('\x03')
  await screen.writes('failed with exit code 130. Nothing was sent.')
  screen.press('\x03')
  expect(await screen.ended).toBe(0)
  expect(receiver.requests).toHaveLength(1)
  expect(left()).toEqual([])
})

for (const signal of sample(['SIGHUP'] as const, ['SIGTERM', 'SIGHUP'] as const))
  onTerminal(`${signal} leaves nothing of what is edited`, async () => {
    const { env, left } = lineEditor(':')
    const { screen } = await world(env)
    screen.press('e')
    await screen.writes('editing')
    expect(left()).toHaveLength(1)
    screen.signal(signal)
    await screen.ended
    expect(left()).toEqual([])
  })

onTerminalLong('a filter that the sandbox refuses changes nothing, and what comes is shown', async () => {
  const { sandbox, screen } = await world()
  screen.press('/"\r')
  await screen.writes('contains no letter or digit')
  await screen.writes('filter: ')
  screen.press('\x1b')
  await sandbox.trigger('customer.updated')
  await screen.writes('2 deliveries  following')
  expect(screen.stdout()).not.toContain('Lost the sandbox: ')
})

onTerminalLong('without an editor it says which variables name one', async () => {
  const { screen } = await world()
  screen.press('e')
  await screen.writes('No editor is set. Set VISUAL or EDITOR')
})

onTerminalLong('the screen says that an editor deleted the file, and stays', async () => {
  const { screen } = await world({ EDITOR: 'rm' })
  screen.press('e')
  await screen.writes('The file from the editor rm is not readable: ENOENT')
  screen.press('q')
  expect(await screen.ended).toBe(0)
})

onTerminalLong(
  'the secret that it shows is the one that counts, also after a rotation and a reset',
  async () => {
    const { sandbox, screen } = await world()
    const { subscriptions } = await sandbox.get<{ subscriptions: { id: string; secret: string }[] }>(
      '/sandbox/subscriptions',
    )
    const [one] = subscriptions
    const { subscription } = await sandbox.post<{ subscription: { secret: string } }>(
      `/sandbox/subscriptions/${one?.id}/rotate-secret`,
      { overlap: '0' },
    )
    expect(subscription.secret).not.toBe(one?.secret)
    await screen.writes(subscription.secret)
    await sandbox.post('/sandbox/reset', {})
    await screen.writes('no subscriptions yet')
  },
)

onTerminal('SIGTERM gives the terminal back, and so does being stopped until it goes on', async () => {
  const { screen } = await world()
  screen.signal('SIGTSTP')
  await screen.writes(left)
  // Nobody but a shell could continue what is stopped: here the system lets it run on.
  await screen.writes(entered)
  await screen.writes('succeeded 200')
  screen.signal('SIGTERM')
  expect(await screen.ended).toBe(0)
  expect(screen.end()).toContain(left)
})

onTerminal('an editor that is stopped and goes on has the terminal until it ends', async () => {
  const steps = 'read a; echo "first $a"; read b; echo "second $b"; echo "{}" >'
  const { sandbox, receiver, screen } = await world(
    { EDITOR: `echo editing; ${steps}` },
    'echo "stop""ped"; fg',
  )
  screen.press('e')
  await screen.writes('editing')
  screen.press('\x1a')
  await screen.writes('stopped')
  screen.press('one\n')
  await screen.writes('first one')
  screen.press('two\n')
  await screen.writes('second two')
  const edited = screen.stdout().slice(screen.stdout().indexOf('editing'))
  expect(edited.slice(0, edited.indexOf('second two'))).not.toContain(entered)
  await screen.writes('Sent again as dlv_')
  await sandbox.settle()
  expect(`${receiver.requests[1]?.body}`).toBe('{}')
  screen.press('q')
  expect(await screen.ended).toBe(0)
})

onTerminalLong('a terminal that changes its size while it is stopped is filled when it goes on', async () => {
  const { screen } = await world({}, 'stty cols 70 rows 15; fg')
  screen.press('\x1a')
  await screen.writes(left)
  await screen.writes('\x1b[15;1H\x1b[2K\x1b[1m1 delivery')
  screen.press('q')
  expect(await screen.ended).toBe(0)
})

onTerminalLong('it says when the sandbox is away, and goes on when it is back', async () => {
  const { sandbox, screen } = await world()
  await sandbox.close()
  await screen.writes('Lost the sandbox: ')
  await startSandbox({ port: Number(new URL(sandbox.url).port) })
  await screen.writes('No deliveries yet')
  screen.press('q')
  expect(await screen.ended).toBe(0)
})

onTerminalLong('a sandbox that is not there leaves the terminal as it was', async () => {
  const screen = await startOnTerminal(['listen', '--url', 'http://127.0.0.1:1'])
  expect(await screen.ended).toBe(1)
  expect(screen.stdout()).not.toContain(entered)
  expect(screen.stdout()).toContain('No sandbox responds at http://127.0.0.1:1')
})

onTerminal('bulk asks first: no sends nothing, yes sends', async () => {
  const { sandbox, receiver } = await delivered()
  for (const [answer, says] of [
    ['n', 'Nothing was sent'],
    ['y', '1 sent again'],
  ] as const) {
    const asked = await startOnTerminal(['resend', '--event', 'card.*', '--url', sandbox.url])
    await asked.writes('Send 1 delivery again? [y/N] ')
    asked.press(`${answer}\r`)
    expect(await asked.ended).toBe(0)
    expect(asked.stdout()).toContain(says)
  }
  await sandbox.settle()
  expect(receiver.requests).toHaveLength(2)
})

onTerminalLong('bulk that nothing matches has nothing to ask', async () => {
  const { sandbox } = await delivered()
  const told = await startOnTerminal(['resend', '--event', 'transactions', '--url', sandbox.url])
  expect(await told.ended).toBe(0)
  expect(told.stdout()).toContain('0 sent again')
  expect(told.stdout()).not.toContain('[y/N]')
})
