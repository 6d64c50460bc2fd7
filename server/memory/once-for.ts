/** Computes a value once for each object, and keeps it as long as the object lives. */
export function onceFor<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const kept = new WeakMap<K, T>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined || kept.has(key)) return known as T
    const made = make(key)
    kept.set(key, made)
    return made
  }
}

/** A value that is computed at its first use. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
