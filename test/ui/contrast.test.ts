import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const styles = readFileSync('ui/styles/tokens.css', 'utf8')

/** The colours of a rule by name, as its pair for light and for dark. */
function colorsOf(selector: string): Record<string, [light: string, dark: string]> {
  const start = styles.indexOf(`${selector} {`)
  const rule = styles.slice(start, styles.indexOf('\n}', start))
  return Object.fromEntries(
    [...rule.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
      ([, name = '', light = '', dark = '']) => [name, [light, dark]],
    ),
  )
}
const normal = colorsOf(':root')
const more = { ...normal, ...colorsOf(':root[data-contrast="more"]') }

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const plain = ['ground', 'frame', 'hover', 'selected']
const tinted = ['good-ground', 'bad-ground', 'wait-ground', 'fault-ground']
/** What is written in which colour stands on which grounds. */
const grounds: Record<string, string[]> = {
  ink: [...plain, ...tinted],
  quiet: [...plain, ...tinted],
  accent: plain,
  good: [...plain, 'good-ground'],
  bad: [...plain, 'bad-ground'],
  wait: [...plain, 'wait-ground'],
  fault: [...plain, 'fault-ground'],
  'on-accent': ['accent'],
}
const pairs = Object.entries(grounds).flatMap(([ink, on]) => on.map((ground) => [ink, ground] as const))

test('black on white has a contrast of 21:1, and a middle grey less', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('every colour of the page has a tested pair', () => {
  const known = new Set([...Object.keys(grounds), ...pairs.map(([, ground]) => ground), 'line'])
  expect(Object.keys(normal).filter((name) => !known.has(name))).toEqual([])
})

test.each(pairs)('%s is readable on %s: 4.5:1, and 7:1 in high contrast, light and dark', (ink, ground) => {
  for (const theme of [0, 1] as const) {
    expect(contrast(normal[ink]?.[theme] ?? '', normal[ground]?.[theme] ?? '')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(more[ink]?.[theme] ?? '', more[ground]?.[theme] ?? '')).toBeGreaterThanOrEqual(7)
  }
})

test('in high contrast field borders have 3:1 on every plain background', () => {
  for (const theme of [0, 1] as const)
    for (const ground of plain)
      expect(contrast(more.line?.[theme] ?? '', more[ground]?.[theme] ?? '')).toBeGreaterThanOrEqual(3)
})
