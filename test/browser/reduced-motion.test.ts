import { expect } from 'vitest'
import { test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { useBrowser } from './open-page.ts'

const open = useBrowser()

test('motion follows the system’s preference', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const [captured] = await sandbox.captures()
  for (const place of [`/?open=${captured?.id}`, '/simulate/events', '/lanes', '/settings']) {
    const { page } = await open(sandbox.url + place, { reducedMotion: 'reduce' })
    await page.locator('#main').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    const moving = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('*')]
          .filter((one) => {
            const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(one)
            return (
              !/^(0s(, )?)+$/.test(transitionDuration) ||
              animationName !== 'none' ||
              scrollBehavior === 'smooth'
            )
          })
          .map(({ tagName, className }) => `${tagName} ${className}`),
      )
    expect(await moving(), place).toEqual([])
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await moving(), place).not.toEqual([])
  }
})
