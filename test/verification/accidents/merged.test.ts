import { expect, test } from 'vitest'
import { sample } from '../../helpers/long.ts'
import { oneIn } from '../../helpers/rows.ts'
import { judge } from '../world.ts'
import { all, content, hmac, standard } from './sender.ts'

const came = '{"event":"card.created","n":1,"path":"a/b","mark":"<é>"}'
const members = '"event":"card.created","n":1,"path":"a/b","mark":"<é>"'
const ofPhp = '"event":"card.created","n":1,"path":"a\\/b","mark":"<\\u00e9>"'
const ofRails = members.replace('<é>', '\\u003cé\\u003e')

const received = (signed: string, url: string, body = came) =>
  judge(standard(`v1,${hmac(content(signed)).digest('base64')}`), { url, body })

/** Each as it is documented: Laravel adds the query to the body, Rails merges body, query and route in this order. */
test.each<[who: string, url: string, signed: string, told: string]>([
  ['Express, {...req.query, ...req.body}', '/in?team=7', `{"team":"7",${members}}`, 'team'],
  [
    'Express, {...req.body, ...req.query}',
    '/in?team=7&n=2',
    `{${members.replace('1', '"2"')},"team":"7"}`,
    'team, n',
  ],
  ['Laravel, json_encode($request->all())', '/in?team=7&n=2', `{${ofPhp},"team":"7"}`, 'by PHP'],
  ['Rails, params.to_json', '/webhooks', `{${ofRails},"controller":"webhooks","action":"create"}`, 'Rails'],
  [
    'Rails with wrapped parameters',
    '/api/webhooks?team=7',
    `{${ofRails},"team":"7","controller":"webhooks","action":"create","webhook":{${ofRails}}}`,
    'in webhook',
  ],
])('parameters merged into the body: %s', (_who, path, signed, told) => {
  const verdict = received(signed, `https://receiver.example${path}`)
  expect(all(verdict)).toEqual(['reserialised'])
  expect(verdict.reason).toContain(told)
  expect(verdict.hint).toContain('Sign the raw body')
})

const url = 'https://receiver.example/in?team=7'
const others: [said: string, ...args: Parameters<typeof received>][] = [
  ['of another value', `{${members},"team":"8"}`, url],
  ['of another address', `{${members},"team":"7"}`, 'https://receiver.example/in'],
  ['beside no object', '{"0":1,"team":"7"}', url, '[1]'],
]
test.each(others.filter(oneIn(sample(2, 1))))('a parameter %s is not explained', (_said, ...args) => {
  expect(all(received(...args))).toEqual([])
})
