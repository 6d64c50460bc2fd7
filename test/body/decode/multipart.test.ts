import { expect, test } from 'vitest'
import { decodeBody } from '../../../server/body/decode/decode.ts'

const timeless = () => 0
const decode = (type: string, ...parts: (string | Buffer)[]) =>
  decodeBody(
    {
      headers: [['Content-Type', type]],
      body: Buffer.concat(parts.map((part) => Buffer.from(part))),
      cut: null,
    },
    timeless,
  )
const form = 'multipart/form-data; boundary=xyz'

test('parts are kept to the byte, with names, filenames and headers of their own', async () => {
  const binary = Buffer.from([0, 13, 10, 45, 45, 120, 255])
  const decoded = await decode(
    form,
    'preamble\r\n--xyz\r\nContent-Disposition: form-data; name="title"\r\n\r\nTwo\r\nlines\r\n',
    '--xyz\r\ncontent-disposition: form-data; name="file"; filename="na\\"me.bin"\r\nContent-Type: application/octet-stream\r\nX-Own: 1\r\n\r\n',
    binary,
    '\r\n--xyz--\r\nepilogue',
  )
  expect(decoded).toMatchObject({ kind: 'multipart', text: null, base64: null, problem: null })
  expect(decoded.parts).toEqual([
    {
      name: 'title',
      filename: null,
      headers: [['Content-Disposition', 'form-data; name="title"']],
      size: 10,
      text: 'Two\r\nlines',
      base64: null,
    },
    {
      name: 'file',
      filename: 'na"me.bin',
      headers: [
        ['content-disposition', 'form-data; name="file"; filename="na\\"me.bin"'],
        ['Content-Type', 'application/octet-stream'],
        ['X-Own', '1'],
      ],
      size: 7,
      text: null,
      base64: binary.toString('base64'),
    },
  ])
})

test('multipart bodies of browsers and fetch are read correctly', async () => {
  const given = new FormData()
  given.append('a', '1')
  given.append('a', 'zwei\r\nžž')
  given.append('file', new Blob([new Uint8Array([1, 2, 3])], { type: 'image/png' }), 'naïve "x".png')
  given.append('empty', '')
  const response = new Response(given)
  const body = Buffer.from(await response.arrayBuffer())
  const decoded = await decode(response.headers.get('content-type') ?? '', body)
  expect(decoded.parts.map(({ name, filename, text, base64 }) => ({ name, filename, text, base64 }))).toEqual(
    [
      { name: 'a', filename: null, text: '1', base64: null },
      { name: 'a', filename: null, text: 'zwei\r\nžž', base64: null },
      { name: 'file', filename: 'naïve %22x%22.png', text: '\u0001\u0002\u0003', base64: null },
      { name: 'empty', filename: null, text: '', base64: null },
    ],
  )
})

test('a filename in the extended form goes before the plain one', async () => {
  const decoded = await decode(
    form,
    '--xyz\r\nContent-Disposition: form-data; name=f; filename="x"; filename*=UTF-8\'\'na%C3%AFve.txt\r\n\r\nx\r\n--xyz--',
  )
  expect(decoded.parts).toMatchObject([{ name: 'f', filename: 'naïve.txt', text: 'x' }])
})

test('a boundary counts at the beginning of a line only, and not as the beginning of a longer word', async () => {
  const decoded = await decode(form, '--xyz\r\n\r\nin --xyz line\r\n--xyzzy\r\nstill\r\n--xyz--')
  expect(decoded.parts.map(({ text }) => text)).toEqual(['in --xyz line\r\n--xyzzy\r\nstill'])
})

test('lines that end in LF alone are read as well', async () => {
  const decoded = await decode(form, '--xyz\nContent-Disposition: form-data; name="a"\n\n1\n--xyz--\n')
  expect(decoded.parts).toMatchObject([{ name: 'a', text: '1' }])
})

test('a part in a charset of its own is read by it, its bytes beside', async () => {
  const decoded = await decode(
    form,
    '--xyz\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n',
    Buffer.from('café', 'latin1'),
    '\r\n--xyz--',
  )
  expect(decoded.parts).toMatchObject([
    { text: 'café', base64: Buffer.from('café', 'latin1').toString('base64') },
  ])
})

test.for([
  ['multipart/form-data', '--xyz\r\n\r\na\r\n--xyz--', 'boundary_not_named'],
  [form, 'nothing of the kind', 'boundary_not_found'],
] as const)('%s without its boundary is text with a reason', async ([type, body, code]) => {
  const decoded = await decode(type, body)
  expect(decoded).toMatchObject({ kind: 'text', text: body, parts: [] })
  expect(decoded.problems).toMatchObject([{ code }])
})

test('a body without the closing boundary says so', async () => {
  const decoded = await decode(form, '--xyz\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf a val')
  expect(decoded.parts).toMatchObject([{ name: 'a', text: 'half a val' }])
  expect(decoded.problems).toEqual([{ code: 'boundary_not_closed' }])
})

test('a hundred thousand parts are not all told', async () => {
  const decoded = await decode(form, '--xyz\r\n\r\na\r\n'.repeat(100_000), '--xyz--')
  expect(decoded.parts).toHaveLength(1000)
  expect(decoded.problems).toEqual([{ code: 'parts_left_out', count: 1000 }])
})
