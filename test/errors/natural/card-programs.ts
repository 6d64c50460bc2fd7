import { type Natural, unknownId, ways, withConfig } from '../world.ts'

const program = {
  program_id: '22222222-0000-4000-8000-000000000000',
  name: 'Family',
  bin: '500000',
  parent_child: true,
}

export const cardPrograms = {
  invalid_program: ways(
    400,
    async ({ account }) => ({
      ask: ['POST', '/cards', { account_id: await account(), program_id: 'family' }],
      says: ['program_id', 'family'],
    }),
    () => ({ ask: ['GET', '/card-programs/family'], says: ['program_id', 'family'] }),
  ),
  card_program_dne: ways(
    404,
    async ({ account }) => ({
      ask: ['POST', '/cards', { account_id: await account(), program_id: unknownId }],
      says: ['program_id', unknownId],
    }),
    () => ({ ask: ['GET', `/card-programs/${unknownId}`], says: ['program_id', unknownId] }),
  ),
  invalid_bin: ways(400, async ({ account }) => ({
    ask: ['POST', '/cards', { account_id: await account(), bin: '999999' }],
    says: ['bin', '999999'],
  })),
  max_cards: ways(400, async ({ account, card }) => {
    const account_id = await account()
    for (let count = 0; count < 25; count++) await card({ account_id })
    return { ask: ['POST', '/cards', { account_id }], says: ['25'] }
  }),
  program_not_configured: ways(400, async ({ card }) => {
    const { card_id: parent_card_id, account_id } = await card()
    return { ask: ['POST', '/cards', { account_id, parent_card_id }], says: ['parent_card_id'] }
  }),
  program_mismatch: withConfig(
    { card_programs: [program] },
    ways(400, async ({ card }) => {
      const { program_id } = program
      const { card_id: parent_card_id, account_id, program_id: own } = await card()
      return {
        ask: ['POST', '/cards', { account_id, parent_card_id, program_id }],
        says: ['program_id', own],
      }
    }),
  ),
} satisfies Natural
