/** The operations that show card programs. */
import { z } from 'zod'
import type { Books } from '../books.ts'
import { uuid } from '../fields.ts'
import { type OperationRow, operation } from '../operation.ts'

const program = z
  .object({
    program_id: uuid('The id of the program'),
    name: z.string().meta({ example: 'Sandbox debit' }),
    bin: z.string().meta({ description: 'The first digits of its card numbers', example: '400000' }),
    max_cards: z.int().meta({ description: 'The most open cards of one account', example: 25 }),
    parent_child: z.boolean().meta({ description: 'Whether cards may have child cards' }),
    months_valid: z.int().meta({ description: 'The months until a card expires', example: 36 }),
  })
  .meta({ id: 'CardProgram' })

export function programOperations({ programs: book }: Pick<Books, 'programs'>): OperationRow[] {
  return [
    operation({
      method: 'GET',
      path: '/card-programs',
      operationId: 'listCardPrograms',
      summary: 'List the card programs',
      description: 'The config can add more to the built-in one.',
      success: {
        status: 200,
        description: 'The programs',
        schema: z.object({ card_programs: z.array(program) }).meta({ id: 'CardPrograms' }),
      },
      run: () => ({ card_programs: book.programs }),
    }),
    operation({
      method: 'GET',
      path: '/card-programs/{program_id}',
      operationId: 'getCardProgram',
      summary: 'Read a card program',
      success: { status: 200, description: 'The program', schema: program },
      errors: ['invalid_program', 'card_program_dne'],
      run: (call) => book.found(call.params.program_id),
    }),
  ]
}
