import { expect, test } from 'vitest'
import { migratedSchema } from '../../server/database/open.ts'

test('newest.sql is the schema that all migrations together make', async () => {
  await expect(migratedSchema()).toMatchFileSnapshot('../../server/database/newest.sql')
})
