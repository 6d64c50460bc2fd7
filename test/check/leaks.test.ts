import { expect, test } from 'vitest'
import { leakIn } from '../../server/check/leaks.ts'

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
const leakOf = (text: string) =>
  leakIn({ headers: [['content-type', 'text/html']], body: Buffer.from(text) }, [secret])?.what

test.each([
  ['cannot open /srv/app/current/config.yml', 'path'],
  ['error in "/app/dist/webhooks.js"', 'path'],
  ['<p>error in &#x2F;app&#x2F;lib&#x2F;webhooks.rb</p>', 'path'],
  ['{"file":"C:\\\\inetpub\\\\app"}', 'path'],
  ['Error: no\n    at verify (/app/dist/verify.js:12:3)', 'stack'],
  [`expected a signature with ${secret}`, 'secret'],
])('%s is a leak', (text, what) => expect(leakOf(text)).toBe(what))

test.each([
  '<link href="/assets/css/app.css"><script src="/assets/js/app.js"></script>',
  "<script src='/assets/js/app.js'></script><script src=/assets/js/app.js></script>",
  'See https://example.com/usr/local/help or https://example.com/docs/errors.php.',
  'Cannot POST /webhooks/in',
])('%s is no leak', (text) => expect(leakOf(text)).toBeUndefined())
