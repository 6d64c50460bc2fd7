/** What to say where a search for words finds nothing. */
export const searchHint =
  'A word is found by its beginning only. For captures, a * in front finds letters anywhere, such as *77aa for the end of an id.'
