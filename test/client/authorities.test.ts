import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { trustedAuthorities } from '../../server/client/authorities.ts'
import { ownFolder } from '../helpers/folder.ts'

const pem = (name: string) => readFileSync(new URL(`./certificates/${name}.pem`, import.meta.url), 'latin1')

test('a file of authorities that is not whole is refused at the start and not half read', () => {
  const file = join(ownFolder(), 'ca.pem')
  const good = pem('authority')
  writeFileSync(file, `# ours\n${good}and theirs\n${pem('intermediate')}`)
  expect(trustedAuthorities(file)).toContain('and theirs')
  const cut = good.slice(0, good.length / 2)
  for (const [text, which] of [
    [cut, '1 of 1'],
    [good + good.replace(/\n[\s\S]*\n-/, '\nno base64\n-'), '2 of 2'],
  ] as const) {
    writeFileSync(file, text)
    expect(() => trustedAuthorities(file)).toThrow(`Certificate ${which} in ${file} cannot be read`)
  }
})
