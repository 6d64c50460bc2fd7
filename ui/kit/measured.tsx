/** Keeps numbers with their units, and dates with their times, on one line. */

export function Measured({ text }: { text: string }) {
  return (
    <>
      {text.split(measure).map((part, index) =>
        index % 2 === 0 ? (
          // An empty text would be written again at each drawing.
          part || null
        ) : (
          <span key={index} class="measured">
            {part}
          </span>
        ),
      )}
    </>
  )
}
const measure =
  /(\b(?:\d{4}-\d\d-\d\d(?: [\d:.]+ [A-Z]+(?:[+-][\d:]+)?)?|[\d.]+ (?:ms|s|min|h|d|y|bytes?|KiB|MiB))\b)/
