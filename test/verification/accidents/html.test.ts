import { expect, test } from 'vitest'
import { all, signedOver } from './sender.ts'

const json = `{"name":"O'Neil & <Sons>","said":"\\"x\\"","at":"a/b?c=\`d\`"}`
const plain = '&quot;at&quot;:&quot;a/b?c=`d`&quot;}'
const strange = '&quot;at&quot;:&quot;a&#x2F;b?c&#x3D;&#x60;d&#x60;&quot;}'

/** What each makes of the whole text, letter for letter; of those in Python and of escape-html as they printed it. */
test.each([
  [
    'escape-html 1.0.3',
    `{&quot;name&quot;:&quot;O&#39;Neil &amp; &lt;Sons&gt;&quot;,&quot;said&quot;:&quot;\\&quot;x\\&quot;&quot;,${plain}`,
  ],
  [
    'Python 3.11, html.escape',
    `{&quot;name&quot;:&quot;O&#x27;Neil &amp; &lt;Sons&gt;&quot;,&quot;said&quot;:&quot;\\&quot;x\\&quot;&quot;,${plain}`,
  ],
  [
    'MarkupSafe, as Jinja has it',
    '{&#34;name&#34;:&#34;O&#39;Neil &amp; &lt;Sons&gt;&#34;,&#34;said&#34;:&#34;\\&#34;x\\&#34;&#34;,&#34;at&#34;:&#34;a/b?c=`d`&#34;}',
  ],
  [
    'PHP, htmlspecialchars',
    `{&quot;name&quot;:&quot;O&#039;Neil &amp; &lt;Sons&gt;&quot;,&quot;said&quot;:&quot;\\&quot;x\\&quot;&quot;,${plain}`,
  ],
  [
    'PHP, htmlspecialchars with ENT_COMPAT',
    `{&quot;name&quot;:&quot;O'Neil &amp; &lt;Sons&gt;&quot;,&quot;said&quot;:&quot;\\&quot;x\\&quot;&quot;,${plain}`,
  ],
  [
    'Python 3.11, xml.sax.saxutils.escape',
    `{"name":"O'Neil &amp; &lt;Sons&gt;","said":"\\"x\\"","at":"a/b?c=\`d\`"}`,
  ],
  [
    'XML with &apos;',
    `{&quot;name&quot;:&quot;O&apos;Neil &amp; &lt;Sons&gt;&quot;,&quot;said&quot;:&quot;\\&quot;x\\&quot;&quot;,${plain}`,
  ],
  [
    'Handlebars',
    `{&quot;name&quot;:&quot;O&#x27;Neil &amp; &lt;Sons&gt;&quot;,&quot;said&quot;:&quot;\\&quot;x\\&quot;&quot;,${strange.replace('&#x2F;', '/')}`,
  ],
  [
    'Mustache',
    `{&quot;name&quot;:&quot;O&#39;Neil &amp; &lt;Sons&gt;&quot;,&quot;said&quot;:&quot;\\&quot;x\\&quot;&quot;,${strange}`,
  ],
  ['xss-clean 0.1.4', `{"name":"O'Neil & &lt;Sons>","said":"\\"x\\"","at":"a/b?c=\`d\`"}`],
  [
    'the texts by html.escape, json.dumps',
    '{"name":"O&#x27;Neil &amp; &lt;Sons&gt;","said":"&quot;x&quot;","at":"a/b?c=`d`"}',
  ],
  [
    'the texts by validator.js, JSON.stringify',
    '{"name":"O&#x27;Neil &amp; &lt;Sons&gt;","said":"&quot;x&quot;","at":"a&#x2F;b?c=&#96;d&#96;"}',
  ],
])('escaped for HTML on one side alone: %s', (_by, escaped) => {
  for (const verdict of [signedOver(escaped, json), signedOver(json, escaped)]) {
    expect(all(verdict)).toEqual(['escapes'])
    expect(verdict.reason).toContain('HTML')
    expect(verdict.hint).toContain('|safe')
  }
})

test('what is no JSON may be escaped for HTML too; entities that are none stay what they are', () => {
  expect(all(signedOver('<a>1</a>', '&lt;a&gt;1&lt;/a&gt;'))).toEqual(['escapes'])
  expect(all(signedOver('&lt;a&gt;1&lt;/a&gt;', '<a>1</a>'))).toEqual(['escapes'])
  expect(all(signedOver('&nosuch; &#0; &#9999999; <', '&nosuch; &#0; &#9999999; &lt;'))).toEqual(['escapes'])
  expect(all(signedOver('{"a":"y<"}', '{"a":"x&lt;"}'))).toEqual([])
})
