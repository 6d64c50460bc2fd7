/** The forms in which the drawing of the lanes can be taken along, as their buttons say it. */
export const exportTitles = [
  'Save as SVG',
  'Save as PNG',
  'Save as Mermaid',
  'Copy as SVG',
  'Copy as PNG',
  'Copy as Mermaid',
] as const
export type ExportTitle = (typeof exportTitles)[number]
