/** What follows from an object alone, made when it is first asked for and kept as long as the object is. */
export function onceFor<K extends object, T extends object>(make: (key: K) => T): (key: K) => T {
  const kept = new WeakMap<K, T>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = make(key)
    kept.set(key, made)
    return made
  }
}

/** A value that is made when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
