/** A count with its noun: `1 byte`, `2 bytes`, `0 deliveries`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
