/** The style of the HTML report, inside the page. The colours are those of ui/styles/tokens.css. */
export const style = `:root {
  color-scheme: light dark;
  --ground: light-dark(#ffffff, #161615);
  --frame: light-dark(#f6f6f4, #1e1e1c);
  --line: light-dark(#e4e3df, #31312e);
  --ink: light-dark(#1d1d1b, #ecebe6);
  --quiet: light-dark(#62615c, #a09f98);
  --good: light-dark(#16734a, #5fcf98);
  --bad: light-dark(#c02a2a, #ff8a85);
  --wait: light-dark(#8f5a00, #e8b45a);
}
* {
  box-sizing: border-box;
}
body {
  max-width: 900px;
  margin: 0 auto;
  padding: 24px;
  background: var(--ground);
  color: var(--ink);
  font:
    15px / 1.5 system-ui,
    -apple-system,
    "Segoe UI",
    Roboto,
    sans-serif;
  overflow-wrap: anywhere;
}
h1 {
  margin: 4px 0 12px;
  font-size: 24px;
  line-height: 1.3;
}
h2 {
  margin: 32px 0 8px;
  font-size: 18px;
}
h3 {
  margin: 0;
  font-size: 15px;
}
p,
dl,
dd {
  margin: 0;
}
ol,
ul {
  margin: 0;
  padding-left: 24px;
}
li {
  margin: 0 0 20px;
}
li::marker {
  font-weight: 600;
}
.quiet {
  color: var(--quiet);
}
.pass {
  color: var(--good);
}
.fail {
  color: var(--bad);
}
.warn {
  color: var(--wait);
}
dl div {
  display: grid;
  grid-template-columns: 96px minmax(0, 1fr);
  gap: 8px;
}
dt {
  color: var(--quiet);
}
code,
pre {
  font:
    13px / 1.5 ui-monospace,
    "SF Mono",
    Menlo,
    Consolas,
    monospace;
}
pre {
  margin: 4px 0;
  padding: 8px 12px;
  border: 1px solid var(--line);
  background: var(--frame);
  white-space: pre-wrap;
}
details {
  margin: 0 0 12px;
}
summary {
  padding: 4px 0;
  border-bottom: 1px solid var(--line);
  cursor: pointer;
}
summary h3 {
  display: inline;
}
.probes {
  padding: 0;
  list-style: none;
}
.probes li {
  display: grid;
  grid-template-columns: 140px minmax(0, 1fr);
  gap: 8px;
  margin: 0;
  padding: 4px 0;
  border-bottom: 1px solid var(--line);
}
@media (max-width: 560px) {
  dl div,
  .probes li {
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
  }
  dl div {
    margin-bottom: 6px;
  }
}
@media print {
  :root {
    color-scheme: light;
  }
  body {
    max-width: none;
    padding: 0;
    font-size: 11pt;
  }
  section > ol > li,
  .probes li {
    break-inside: avoid;
  }
}
`
