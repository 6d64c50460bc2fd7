/** The processor's time of some work, in microseconds: what else the machine does counts little there. */
async function processorTime(work: () => unknown): Promise<number> {
  const began = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(began)
  return user + system
}

/**
 * How many times as long four times as much takes: about 4 where the time grows with it, and 16 where it grows with its square. The
 * least of five rounds each.
 * @param size of the lesser; some milliseconds of work, since what is shorter drowns
 */
export async function growthOf(size: number, work: (size: number) => unknown): Promise<number> {
  const [few, many]: [number[], number[]] = [[], []]
  // By turns, so that neither is measured while all of it is still being compiled.
  for (let round = 0; round < 5; round++) {
    few.push(await processorTime(() => work(size)))
    many.push(await processorTime(() => work(4 * size)))
  }
  return Math.min(...many) / Math.min(...few)
}
