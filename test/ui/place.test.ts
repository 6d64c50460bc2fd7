import { expect, test } from 'vitest'
import { readPlace, writePlace } from '../../ui/place/place.ts'

const at = (address: string) => readPlace(new URL(address, 'http://127.0.0.1:4400'))

test('an address survives reading and writing', () => {
  for (const address of [
    '/',
    '/simulate?open=card.created',
    '/simulate/scenarios?q=kyc&open=run_1&tab=steps',
    '/simulate/traffic',
    '/simulate/clock',
    '/?kind=events&run=trf_1',
    '/?kind=captures&q=a%26b%3D+c&open=cap_1&tab=related',
    '/?kind=failed',
    '/?kind=captures&endpoint=demo',
    '/?kind=deliveries&state=failed&event=card.*&subscription=s1',
    '/lanes?run=run_1&open=dlv_1',
    '/lanes?run=run_1&from=12&to=90',
    '/lanes?kind=calls',
    '/settings',
    '/check',
    '/check/chk_1',
    '/check/new?subscription=s1',
    '/objects?q=ada&object=customer',
    '/objects/3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10?object=card',
    '/?group=event&q=card',
    '/errors?q=card&area=cards&status=404&reached=armed&met=no&open=card_dne',
  ])
    expect(writePlace(at(address))).toBe(address)
})

test('an unknown address shows the whole stream', () => {
  expect(
    at('/nowhere?kind=spoons&state=molten&status=teapot&reached=by-foot&met=perhaps&from=soon&to=-1'),
  ).toEqual({
    view: 'stream',
    section: 'events',
    grouped: false,
    open: null,
    kind: 'all',
    q: '',
    object: null,
    endpoint: null,
    run: null,
    state: null,
    event: null,
    subscription: null,
    area: null,
    beside: null,
    status: null,
    reached: null,
    met: null,
    tab: null,
    from: null,
    to: null,
  })
})

test('an unknown section of the simulator shows its events', () => {
  expect(at('/simulate/spoons')).toMatchObject({ view: 'simulate', section: 'events' })
  expect(at('/errors/traffic')).toMatchObject({ view: 'errors', section: 'events' })
})
