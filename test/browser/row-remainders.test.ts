import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { useBrowser } from './open-page.ts'

const open = useBrowser()

test.each([768, 1280])(
  'at %i px no letter of an address or a code stands cut off alone behind a name',
  async (width) => {
    const sandbox = await startSandbox()
    await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
    await sandbox.subscribe('http://127.0.0.1:9/a/long/way/to/the/webhooks')
    for (const month of ['02', '03', '04']) {
      await sandbox.call('POST', '/customers/236ff047-90e7-4312-8c2c-7c44512ae557/verification-kyc', {})
      await sandbox.trigger('account.statements.late_payment')
      await sandbox.clock({ set: `2026-${month}-05T09:00:00Z` })
    }
    const { page } = await open(`${sandbox.url}/`, { width })
    await page.getByRole('option').nth(5).waitFor()
    const abouts = await page.locator('.row-about').evaluateAll((all) =>
      all.map((about) => {
        const box = about.getBoundingClientRect()
        const isSeen =
          box.top < (about.closest('.row')?.getBoundingClientRect().bottom ?? 0) &&
          getComputedStyle(about.firstElementChild ?? about).visibility === 'visible'
        return [about.textContent, isSeen ? box.width : null] as const
      }),
    )
    expect(abouts.filter(([, width]) => width !== null && width < 40)).toEqual([])
    expect(abouts.some(([, width]) => width === null)).toBe(true)
  },
)
