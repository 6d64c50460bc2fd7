import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { mondayMorning, shippedNames } from '../simulator/shipped/world.ts'
import { useBrowser } from './open-page.ts'

const open = useBrowser()

test('a demo of each shipped scenario runs to its closing caption, with values in each caption', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock(mondayMorning)
  // A small window is drawn quickly.
  const { page, errors } = await open(`${sandbox.url}/?demo=${shippedNames[0]}`, { width: 640, height: 480 })
  const bar = page.getByRole('region', { name: 'Demo' })
  for (const name of shippedNames) {
    await bar.getByLabel('Scenario').selectOption(name)
    await bar.getByRole('button', { name: 'Play', exact: true }).click()
    // The manual clock is set for everything.
    await bar.getByRole('button', { name: 'Play anyway' }).click()
    await bar.getByRole('progressbar').waitFor()
    // In the page, because hundreds of keys by hand take a minute.
    const captions = await page.evaluate(async () => {
      const told: string[] = []
      const scene = () => document.querySelector<HTMLElement>('.demo-scene')?.innerText ?? ''
      while (document.querySelector('.demo-facts') === null) {
        const before = scene()
        told.push(before)
        // A step under way takes no key.
        while (scene() === before) {
          dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))
          await new Promise(requestAnimationFrame)
        }
      }
      return [...told, scene()]
    })
    expect(captions.length, name).toBeGreaterThan(9)
    expect(
      captions.filter((text) => /[{}]|undefined|null/.test(text)),
      name,
    ).toEqual([])
    expect(captions.at(-1), name).toMatch(/Customer\n.*\n(?:.*\n)*Deliveries\n/)
    await page.keyboard.press('Escape')
  }
  expect(errors).toEqual([])
})
