/**
 * What is taken: a name, its address in which ids are filled in, what has to be there before, and what is done then.
 * `kept` names those that the documents show, by look and width.
 * @typedef {{ name: string, at: string, seen: string, act?: (page: import('playwright-core').Page) => Promise<void>, kept?: string[] }} View
 */

/**
 * @param {string} name
 * @returns {(page: import('playwright-core').Page) => Promise<void>} presses a key that opens a dialog
 */
const key = (name) => async (page) => {
  await page
    .locator('#main')
    .click({ position: { x: 4, y: 4 } })
    .catch(() => {})
  await page.keyboard.press(name)
  await page.locator('dialog').first().waitFor()
}

/** Before anything has happened. @type {View[]} */
export const empty = [
  { name: 'first-minutes', at: '/', seen: '.strip li', kept: ['light-wide'] },
  { name: 'empty-lanes', at: '/lanes', seen: '.empty' },
  { name: 'empty-deliveries', at: '/?kind=deliveries', seen: '.empty' },
]

/** After the story. @type {View[]} */
export const told = [
  {
    name: 'stream',
    at: '/?open=DELIVERY&tab=attempts',
    seen: '.split-detail h2',
    kept: ['light-wide', 'light-phone'],
  },
  { name: 'stream-list', at: '/', seen: '.row' },
  { name: 'stream-grouped', at: '/?group=event', seen: '.row', kept: ['light-wide'] },
  { name: 'stream-filtered-out', at: '/?q=event:statement.*', seen: '.empty' },
  { name: 'delivery', at: '/?open=DELIVERY', seen: '.split-detail h2' },
  { name: 'delivery-resend', at: '/?open=DELIVERY&tab=resend', seen: '.split-detail h2' },
  {
    name: 'signature',
    at: '/?open=CAPTURE&tab=signature',
    seen: '.split-detail h2',
    kept: ['light-wide', 'dark-wide'],
  },
  { name: 'lanes', at: '/lanes', seen: '.lanes-sheet', kept: ['light-wide'] },
  { name: 'simulate-events', at: '/simulate?open=card.created', seen: '.split-detail h2' },
  { name: 'simulate-scenario', at: '/simulate/scenarios?open=RUN', seen: '.split-detail h2' },
  { name: 'simulate-traffic', at: '/simulate/traffic', seen: '#main form' },
  { name: 'simulate-clock', at: '/simulate/clock', seen: '#main form' },
  { name: 'objects', at: '/objects', seen: '.card' },
  { name: 'object', at: '/objects/last', seen: '.thing-link' },
  { name: 'subscriptions', at: '/subscriptions', seen: '.card' },
  { name: 'subscription', at: '/subscriptions?open=SUBSCRIPTION', seen: '.split-detail h2' },
  { name: 'check', at: '/check', seen: '#main h2' },
  { name: 'check-new', at: '/check/new', seen: '#main form' },
  { name: 'endpoints', at: '/endpoints?open=mine', seen: '.split-detail h2' },
  { name: 'errors', at: '/errors', seen: '#main li' },
  { name: 'settings', at: '/settings', seen: '#main h2' },
  { name: 'palette', at: '/', seen: '.row', act: key('Control+k'), kept: ['light-wide'] },
  { name: 'help', at: '/', seen: '.row', act: key('?') },
  // Last, since the page stays in demo mode.
  { name: 'demo', at: '/?demo=onboarding-passes&pace=calm&sight=stream', seen: '.demo-bar' },
]
