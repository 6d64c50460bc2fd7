import { beforeEach, expect, test, vi } from 'vitest'
import { linesOf, shownKey, wheres } from '../../ui/shell/help/help-lines.ts'

vi.stubGlobal('location', new URL('http://127.0.0.1:4400/'))
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('history', { pushState() {}, replaceState() {} })
const { keys, wheresNow } = await import('../../ui/shell/keys/keys.ts')
const { nameOf } = await import('../../ui/shell/keys/listen.ts')
const { go, placeOf, sectionOf } = await import('../../ui/place/navigation.ts')
const { sections, views } = await import('../../ui/place/place.ts')
const { actsOf, whyNot } = await import('../../ui/acts/thing-acts.ts')

beforeEach(() => go(placeOf('stream')))

const things = { event: 'evt_1', delivery: 'dlv_1', capture: 'cap_1', call: 'cal_1' }

test('a place has no key twice', () => {
  for (const where of Object.keys(wheres)) {
    const own = keys.filter((one) => one.where === where).map(({ key }) => key)
    expect(own.length, where).toBeGreaterThan(0)
    expect(own, where).toEqual([...new Set(own)])
  }
})

test('no two active keys are the same, in any view', () => {
  const everywhere = [
    ...views.map(placeOf),
    ...sections.map((section) => sectionOf(section)),
    ...Object.values(things).flatMap((open) => [
      { ...placeOf('stream'), open },
      { ...placeOf('lanes'), open },
    ]),
    { ...placeOf('errors'), open: 'card_dne' },
    { ...placeOf('endpoints'), open: 'demo' },
  ]
  for (const at of everywhere) {
    go(at)
    const here = wheresNow()
    const held = keys.filter(({ where }) => here.includes(where)).map(({ key }) => key)
    expect(held, JSON.stringify(at)).toEqual([...new Set(held)])
  }
})

test('every kind of record has an act or a reason for every record key', () => {
  const wanted = keys.filter(({ where }) => where === 'thing').map(({ key }) => key)
  for (const [kind, id] of Object.entries(things)) {
    const acts = actsOf(id)
    const known = acts.flatMap(({ key }) => key ?? [])
    expect(known, kind).toEqual([...new Set(known)])
    for (const key of known) expect(wanted, `${kind} ${key}`).toContain(key)
    for (const key of wanted)
      expect(
        known.includes(key) || whyNot(kind as keyof typeof things, key) !== undefined,
        `${kind} ${key}`,
      ).toBe(true)
  }
  expect(actsOf('run_1')).toEqual([])
})

test('the help lists every key once, and groups keys with the same effect', () => {
  const lines = Object.keys(wheres).flatMap((where) => linesOf(keys, where))
  expect(lines.flatMap(({ names }) => names).toSorted()).toEqual(keys.map(({ key }) => key).toSorted())
  expect(
    linesOf(keys, 'list')
      .find(({ title }) => title === 'Next')
      ?.names.map(shownKey),
  ).toEqual(['j', '↓'])
})

const pressed = (key: string, more: Partial<KeyboardEvent> = {}) =>
  nameOf({ key, code: '', getModifierState: () => false, ...more } as unknown as KeyboardEvent)

test('a key has the same name on every keyboard, and modifiers change its meaning', () => {
  expect(pressed('j')).toBe('j')
  expect(pressed('о', { code: 'KeyJ' })).toBe('j')
  expect(pressed('j', { ctrlKey: true })).toBeNull()
  expect(pressed('k', { ctrlKey: true })).toBe('Ctrl+K')
  expect(pressed('k', { metaKey: true })).toBe('Ctrl+K')
  expect(pressed('k', { metaKey: true, shiftKey: true })).toBeNull()
  const withOtherAlt = {
    ctrlKey: true,
    altKey: true,
    getModifierState: (name: string) => name === 'AltGraph',
  }
  expect(pressed('[', withOtherAlt)).toBe('[')
})
