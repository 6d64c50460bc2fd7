import { expect, test } from 'vitest'
import { sample } from '../../helpers/long.ts'
import { oneIn } from '../../helpers/rows.ts'
import { all, content, hmac, judged } from './sender.ts'

const form = 'event=card.created&note=it%27s+%22x%22&n=1&n=2&name=Zo%C3%AB'
const json = '{"event":"card.created","n":1,"name":"O\'Neil"}'

const signedAs = (signed: string, body: string, type: string) =>
  judged(hmac(content(signed)).digest('base64'), { body, headers: { 'content-type': type } })

const urlencoded = 'application/x-www-form-urlencoded'

/** Flask's letter for letter as Werkzeug 3 printed them; the others by what they are documented to print. */
test.each<[who: string, body: string, signed: string]>([
  [
    'Flask, str(request.form)',
    form,
    `ImmutableMultiDict([('event', 'card.created'), ('note', 'it\\'s "x"'), ('n', '1'), ('n', '2'), ('name', 'Zoë')])`,
  ],
  [
    'Flask, str(request.form.to_dict())',
    form,
    `{'event': 'card.created', 'note': 'it\\'s "x"', 'n': '1', 'name': 'Zoë'}`,
  ],
  [
    'Flask, JSON that is sent as a form',
    json,
    `ImmutableMultiDict([('{"event":"card.created","n":1,"name":"O\\'Neil"}', '')])`,
  ],
  [
    'Flask, json.dumps of JSON that is sent as a form',
    json,
    '{"{\\"event\\":\\"card.created\\",\\"n\\":1,\\"name\\":\\"O\'Neil\\"}": ""}',
  ],
  ['Express, JSON.stringify of JSON that is sent as a form', json, JSON.stringify({ [json]: '' })],
  [
    'Django, request.POST',
    form,
    `<QueryDict: {'event': ['card.created'], 'note': ['it\\'s "x"'], 'n': ['1', '2'], 'name': ['Zoë']}>`,
  ],
  [
    'Django, request.POST.dict()',
    form,
    `{'event': 'card.created', 'note': 'it\\'s "x"', 'n': '2', 'name': 'Zoë'}`,
  ],
  ['Starlette', 'a=1&b=2', `FormData([('a', '1'), ('b', '2')])`],
  ['Ruby 3.1, params.to_s', 'a=1&b=2', '{"a"=>"1", "b"=>"2"}'],
  ['Ruby 3.4, params.to_s', 'a=1&b=2', '{"a" => "1", "b" => "2"}'],
])('a form that was printed: %s', (_who, body, signed) => {
  const verdict = signedAs(signed, body, urlencoded)
  expect(all(verdict)).toEqual(['object_signed'])
  expect(verdict.hint).toContain('request.get_data()')
})

test.each(['ImmutableMultiDict([])', '<QueryDict: {}>'])(
  'the form of a body that is not a form: %s',
  (signed) => {
    expect(all(signedAs(signed, json, 'application/json'))).toEqual(['object_signed'])
  },
)

const part = (name: string, text: string) =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
const several = `${part('payload', json)}${part('note', 'a\r\n\r\nb')}${part('more', 'hello')}--B--\r\n`

test.each([json, 'a\r\n\r\nb', 'hello'])('one part of a form of several parts: %j', (signed) => {
  const verdict = signedAs(signed, several, 'multipart/form-data; boundary=B')
  expect(all(verdict)).toEqual(['part_signed'])
  expect(verdict.hint).toContain('including its boundaries')
})

test('a part that is cut, or that is not there, is not explained', () => {
  const type = 'multipart/form-data; boundary=B'
  const cut = ['--B\r\n', '--B\r\nA: b\r\n\r\nhel', `--B\r\n\r\n`, several.replace('hello', 'hallo')]
  for (const body of cut.filter(oneIn(sample(2, 1), 1)))
    expect(all(signedAs('hello', body, type))).toEqual([])
})
