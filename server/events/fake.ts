import type { Faked } from './builders.ts'

/** Fakes that follow from a seed alone. faker is large, so it is loaded at the first use only. */
export async function loadFaker(): Promise<(seed: number) => Faked> {
  const { faker } = await import('@faker-js/faker/locale/en')
  return (seed) => {
    faker.seed(seed)
    return {
      uuid: () => faker.string.uuid(),
      digits: (length) => faker.string.numeric({ length, allowLeadingZeros: true }),
      integer: (from, to) => faker.number.int({ min: from, max: to }),
      pick: (from) => faker.helpers.arrayElement(from),
      company: () => faker.company.name(),
    }
  }
}
