import { expect, test } from 'vitest'
import { openWriter } from './world.ts'

test('long work is committed in several turns, in order, and closing commits the rest', async () => {
  let ms = 0
  const { writer, put, names } = openWriter(':memory:', () => ms)
  let turn = 0
  const turns: number[] = []
  const work = (name: string) =>
    writer.write(() => {
      turns.push(turn)
      ms += 4
      put(name)
      return names().join('')
    })
  const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  let isOver = false
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  const written = Promise.all(letters.map(work))
  setImmediate(count)
  expect(await written).toEqual(['a', 'ab', 'abc', 'abcd', 'abcde', 'abcdef', 'abcdefg'])
  isOver = true
  // Three works of 4 ms fill a slice of 10 ms.
  expect([...new Set(turns)].map((one) => turns.filter((other) => other === one).length)).toEqual([3, 3, 1])
  const late = Promise.all(['h', 'i', 'j', 'k'].map(work))
  await writer.close()
  expect(await late).toHaveLength(4)
})

test('work that fails among long work is undone alone, and the work of later turns is done once', async () => {
  let ms = 0
  const { writer, put, names } = openWriter(':memory:', () => ms)
  const work = (name: string, fails = false) =>
    writer.write(() => {
      ms += 4
      put(name)
      if (fails) throw new Error(name)
    })
  const done = await Promise.allSettled([
    work('a'),
    work('b', true),
    work('c'),
    work('d'),
    work('e', true),
    work('f'),
  ])
  expect(done.map(({ status }) => status[0])).toEqual(['f', 'r', 'f', 'f', 'r', 'f'])
  expect(names()).toEqual(['a', 'c', 'd', 'f'])
})

test('work for each of many items leaves other work its turn after a slice of time', async () => {
  let ms = 0
  const { writer, put, names } = openWriter(':memory:', () => ms)
  const each = writer.writeEach(['a', 'b', 'c', 'd', 'e', 'f', 'g'], (_tx, name) => {
    ms += 4
    put(name)
    return name.toUpperCase()
  })
  const other = new Promise<string>((resolve) =>
    setImmediate(() => resolve(writer.write(() => names().join('')))),
  )
  expect(await each).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G'])
  expect(await other).toBe('abcdef')
})
