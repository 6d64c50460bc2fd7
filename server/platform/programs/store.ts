/** The card programs of the bank. */
import type { Config } from '../../config.ts'
import { refuse } from '../errors.ts'
import { isUuid, shown } from '../fields.ts'
import type { World } from '../world.ts'

export type CardProgram = Config['card_programs'][number]

/** The built-in program of every sandbox. */
const ownProgram: CardProgram = {
  program_id: 'b0c5a1de-7a52-4c1b-9d0e-3f2a61c84e77',
  name: 'Sandbox debit',
  bin: '400000',
  max_cards: 25,
  parent_child: false,
  months_valid: 36,
}

/**
 * Card programs: a built-in one, and others from the config. They belong to the bank and are the same for every identity.
 */
export function createPrograms({ config }: Pick<World, 'config'>) {
  const programs = [ownProgram, ...config.card_programs]
  return {
    programs,
    /** The program with this id. Without an id, the first. */
    found(id: string = ownProgram.program_id): CardProgram {
      const program = programs.find(({ program_id }) => program_id === id.toLowerCase())
      if (program) return program
      if (!isUuid(id)) return refuse('invalid_program', `program_id: ${shown(id)} is not the id of a program`)
      return refuse('card_program_dne', `program_id: no card program has the id ${id}`)
    },
  }
}
