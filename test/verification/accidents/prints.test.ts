import { expect, test } from 'vitest'
import { ownedBy } from '../../helpers/owned-by.ts'
import { judge, signedAt } from '../world.ts'
import { all, hmac, signedOver, standard } from './sender.ts'

const came = '{"b":"it\'s x & y","a":1.50,"c":[null,true,0.00001],"d":{"e":"é","f":[]}}'

/** What the languages print of it: Python's and Node's as they printed it, Go's and PHP's by hand, as they are documented. */
test.each([
  [
    'Python, str(request.json)',
    "{'b': \"it's x & y\", 'a': 1.5, 'c': [None, True, 1e-05], 'd': {'e': 'é', 'f': []}}",
  ],
  ['Go, fmt.Sprint(payload)', "map[a:1.5 b:it's x & y c:[<nil> true 1e-05] d:map[e:é f:[]]]"],
  [
    'Node, util.inspect(req.body)',
    "{\n  b: \"it's x & y\",\n  a: 1.5,\n  c: [ null, true, 0.00001 ],\n  d: { e: 'é', f: [] }\n}",
  ],
  ['PHP, http_build_query($data)', 'b=it%27s+x+%26+y&a=1.5&c%5B1%5D=1&c%5B2%5D=1.0E-5&d%5Be%5D=%C3%A9'],
  [
    'PHP, serialize($data)',
    'a:4:{s:1:"b";s:10:"it\'s x & y";s:1:"a";d:1.5;s:1:"c";a:3:{i:0;N;i:1;b:1;i:2;d:1.0E-5;}s:1:"d";a:2:{s:1:"e";s:2:"é";s:1:"f";a:0:{}}}',
  ],
])('the text that a language prints for a parsed body is recognised: %s', (_said, signed) => {
  expect(all(signedOver(signed, came))).toEqual(['object_signed'])
})

test('a part of the JSON that Python has rewritten is recognised', () => {
  const body = '{"event":"card.created","data":{"id":"crd_1","amount":1.5}}'
  expect(all(signedOver('{"id": "crd_1", "amount": 1.5}', body))).toEqual(['part_signed'])
})

test.each<[said: string, headers: [string, string][], word: string, again?: string]>([
  [
    'sha256=sha256=',
    [['X-Hub-Signature-256', `sha256=sha256=${hmac(came, 'other').digest('hex')}`]] as [string, string][],
    'sha256=',
  ],
  ['v1,v1,', standard(`v1,v1,${hmac(`evt_1.${signedAt}.${came}`).digest('base64')}`), 'v1,'],
  ['v1,sha256=', standard(`v1,sha256=${hmac(`evt_1.${signedAt}.${came}`).digest('base64')}`), 'sha256=', ''],
  [
    't=…,v1=v1=',
    [['Stripe-Signature', `t=${signedAt},v1=v1=${hmac(`${signedAt}.${came}`, 'other').digest('hex')}`]] as [
      string,
      string,
    ][],
    'v1=',
  ],
])(
  'an extra or repeated word before the signature is reported: %s',
  (_said, headers, word, again = ' twice') => {
    const secrets = [
      {
        of: ownedBy('it'),
        secret: headers.length === 1 ? 'other' : 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX',
      },
    ]
    const verdict = judge(headers, { body: came, secrets })
    expect(all(verdict)).toEqual(['version_prefix_wrong'])
    expect(verdict.reason).toContain(`"${word}"${again} in `)
  },
)

test('the version before the time in capitals is reported', () => {
  const signature = hmac(`V0:${signedAt}:${came}`, 'other').digest('hex')
  const headers: [string, string][] = [
    ['X-Slack-Request-Timestamp', String(signedAt)],
    ['X-Slack-Signature', `v0=${signature}`],
  ]
  const verdict = judge(headers, { body: came, secrets: [{ of: ownedBy('it'), secret: 'other' }] })
  expect(all(verdict)).toEqual(['version_prefix_wrong'])
  expect(verdict.reason).toContain('with the prefix V0: instead of v0:')
})
