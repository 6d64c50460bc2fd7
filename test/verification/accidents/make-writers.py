"""Writes written-elsewhere.json: bodies as other languages' own tools write them.

    python3 test/verification/accidents/make-writers.py

Each entry holds a received body and the text that one tool made of it. It needs php, ruby, go, perl, jq, node and rustc
beside Python. The tests need only the file.
"""

import base64
import json
import pathlib
import subprocess
import tempfile
import unicodedata
import urllib.parse

FILE = pathlib.Path(__file__).with_name("written-elsewhere.json")

COMPACT = json.dumps(
    {
        "type": "payment.captured",
        "name": "Zoë & <b>\"Bob's\"</b> 🍰",
        "url": "https://shop.example/a/b",
        "phone": "+41791112233",
        "amount": 12.5,
        "data": {"object": {"id": "pay_23", "tags": [], "meta": {}, "z": None, "a": True}},
    },
    separators=(",", ":"),
    ensure_ascii=False,
)
PRICED = '{"total": 100.0, "rate": 0.1, "name": "Zoë", "path": "a/b", "list": [1, 2.50, 1e3], "empty": {}, "none": null}'
FORM = "event=card.created&note=it%27s+%22x%22+%7E*%21&n=1&n=2&name=Zo%C3%AB&item%5Bid%5D=a%2Fb&blank="
PAYLOAD = "payload=%7B%22ref%22%3A%22refs%2Fheads%2Fmain%22%2C%22n%22%3A1%7D&token=x+y"
LINES = '{\n\t"type": "webhook_event",\n\t"name": "Año ☕ 🍰",\n\t"path": "C:\\\\x",\n\t"note": "it\'s"\n}'

entries = []


def add(by, cause, came, signed):
    signed = signed.encode() if isinstance(signed, str) else signed
    entry = {"by": by, "cause": cause, "came": came}
    try:
        entry["signed"] = signed.decode()
    except UnicodeDecodeError:
        entry["signed_base64"] = base64.b64encode(signed).decode()
    entries.append(entry)


def run(*command, text=None):
    return subprocess.run(command, input=text.encode() if text is not None else None, check=True, capture_output=True).stdout


def php(code, text):
    return run("php", "-r", f"$t=stream_get_contents(STDIN);{code}", text=text)


def ruby(code, text):
    return run("ruby", "-rjson", "-rcgi", "-ruri", "-e", f"STDIN.set_encoding('UTF-8');t=STDIN.read;{code}", text=text)


def perl(code, text):
    return run("perl", "-MJSON::PP", "-e", f"local $/; $t=<STDIN>; {code}", text=text)


def node(code, text):
    return run("node", "-e", f"const t=require('fs').readFileSync(0,'utf8');process.stdout.write({code})", text=text)


for name, body in (("compact", COMPACT), ("priced", PRICED)):
    decoded = json.loads(body)
    for said, flags in (
        ("", "0"),
        (", JSON_UNESCAPED_SLASHES", "JSON_UNESCAPED_SLASHES"),
        (", JSON_UNESCAPED_UNICODE", "JSON_UNESCAPED_UNICODE"),
        (", JSON_PRETTY_PRINT", "JSON_PRETTY_PRINT"),
        (", JSON_PRETTY_PRINT|JSON_UNESCAPED_SLASHES", "JSON_PRETTY_PRINT|JSON_UNESCAPED_SLASHES"),
        (", JSON_PRESERVE_ZERO_FRACTION", "JSON_PRESERVE_ZERO_FRACTION"),
        (", JSON_HEX_*", "JSON_HEX_TAG|JSON_HEX_APOS|JSON_HEX_AMP|JSON_HEX_QUOT"),
    ):
        add(f"PHP, json_encode of {name}{said}", None, body, php(f"echo json_encode(json_decode($t),{flags});", body))
    add(f"PHP, json_encode of {name}, as an array", None, body, php("echo json_encode(json_decode($t,true));", body))
    add(f"PHP, json_encode of {name}, serialize_precision 17", None, body, php("ini_set('serialize_precision','17');echo json_encode(json_decode($t));", body))
    add(f"PHP, http_build_query of {name}", None, body, php("echo http_build_query(json_decode($t,true));", body))
    add(f"PHP, array_filter of {name}", None, body, php("echo json_encode(array_filter(json_decode($t,true),fn($v)=>$v!==null));", body))
    add(f"Ruby, JSON.generate of {name}", None, body, ruby("print JSON.generate(JSON.parse(t))", body))
    add(f"Ruby, JSON.pretty_generate of {name}", "pretty_printed", body, ruby("print JSON.pretty_generate(JSON.parse(t))", body))
    add(f"Ruby, JSON.generate of {name}, ascii_only", None, body, ruby("print JSON.generate(JSON.parse(t), ascii_only: true)", body))
    add(f"Perl, canonical of {name}", "keys_sorted", body, perl("$j=JSON::PP->new->utf8->canonical; print $j->encode($j->decode($t))", body))
    add(f"Perl, pretty of {name}", "keys_sorted", body, perl("$j=JSON::PP->new->utf8->canonical->pretty; print $j->encode($j->decode($t))", body))
    add(f"jq . of {name}", "pretty_printed", body, run("jq", ".", text=body))
    add(f"jq -c of {name}", None, body, run("jq", "-c", ".", text=body))
    add(f"jq -cS of {name}", "keys_sorted", body, run("jq", "-cS", ".", text=body))
    add(f"jq -j -c of {name}, ASCII", None, body, run("jq", "-jca", ".", text=body))
    add(f"Python, json.dumps of {name}, indent=2", "pretty_printed", body, json.dumps(decoded, indent=2))
    add(f"Python, json.dumps of {name}, sorted, indent=4", "keys_sorted", body, json.dumps(decoded, indent=4, sort_keys=True))
    add(f"Python, json.dumps of {name}, compact and sorted", "keys_sorted", body, json.dumps(decoded, separators=(",", ":"), sort_keys=True))
    add(f"Python, json.dumps of {name}, indent=2 with CRLF", "pretty_printed", body, json.dumps(decoded, indent=2, ensure_ascii=False).replace("\n", "\r\n"))

GO = r"""
package main
import ("bytes";"encoding/json";"fmt";"io";"net/url";"os";"strconv")
type out struct{ By, Text string }
func main() {
	b, _ := io.ReadAll(os.Stdin)
	var v interface{}
	var all []out
	if json.Unmarshal(b, &v) == nil {
		o, _ := json.Marshal(v); all = append(all, out{"json.Marshal of a map", string(o)})
		o, _ = json.MarshalIndent(v, "", "  "); all = append(all, out{"json.MarshalIndent of a map", string(o)})
		var buf bytes.Buffer; e := json.NewEncoder(&buf); e.SetEscapeHTML(false); e.Encode(v)
		all = append(all, out{"json.Encoder of a map without HTML escapes", buf.String()})
		buf.Reset(); json.HTMLEscape(&buf, b); all = append(all, out{"json.HTMLEscape", buf.String()})
	} else if q, err := url.ParseQuery(string(b)); err == nil {
		o, _ := json.Marshal(q); all = append(all, out{"json.Marshal of url.Values", string(o)})
		all = append(all, out{"url.Values.Encode", q.Encode()})
	}
	all = append(all, out{"strconv.Quote", strconv.Quote(string(b))}, out{"strconv.QuoteToASCII", strconv.QuoteToASCII(string(b))})
	o, _ := json.Marshal(all); fmt.Print(string(o))
}
"""
RUST = r"""
use std::io::Read;
fn main() { let mut t = String::new(); std::io::stdin().read_to_string(&mut t).unwrap();
  match std::env::args().nth(1).as_deref() { Some("default") => print!("{}", t.escape_default()), _ => print!("{:?}", t) } }
"""
with tempfile.TemporaryDirectory() as folder:
    go = pathlib.Path(folder) / "main.go"
    go.write_text(GO)
    binary = str(pathlib.Path(folder) / "made")
    run("go", "build", "-o", binary, str(go))
    for name, body in (("compact", COMPACT), ("priced", PRICED), ("form", FORM), ("lines", LINES)):
        for made in json.loads(run(binary, text=body)):
            if name == "lines" or not made["By"].startswith("strconv"):
                add(f"Go, {made['By']} of {name}", None, body, made["Text"])
    rust = pathlib.Path(folder) / "made.rs"
    rust.write_text(RUST)
    run("rustc", "-o", binary, str(rust))
    add("Rust, {:?}", None, LINES, run(binary, text=LINES))
    add("Rust, escape_default", None, LINES, run(binary, "default", text=LINES))

add("Python, unicode_escape", None, LINES, LINES.encode("unicode_escape"))
add("Python, repr", None, LINES, repr(LINES))
add("Python, ascii", None, LINES, ascii(LINES))
add("Python, backslashreplace", None, LINES, LINES.encode("ascii", "backslashreplace"))
add("Python, xmlcharrefreplace", "charset", LINES, LINES.encode("ascii", "xmlcharrefreplace"))
add("Python, errors=replace", "charset", LINES, LINES.encode("ascii", "replace"))
add("Python, errors=ignore", "charset", LINES, LINES.encode("ascii", "ignore"))
add("Python, cp1252 with xmlcharrefreplace", "charset", LINES, LINES.encode("cp1252", "xmlcharrefreplace"))
add("Python, cp1252 with replace", "charset", LINES, LINES.encode("cp1252", "replace"))
add("Python, ISO-8859-15 with ignore", "charset", LINES, LINES.encode("iso-8859-15", "ignore"))
add("Python, UTF-16", "charset", LINES, LINES.encode("utf-16"))
add("Python, UTF-16-BE", "charset", LINES, LINES.encode("utf-16-be"))
add("Python, CESU-8", "charset", LINES, LINES.encode("utf-16", "surrogatepass").decode("utf-16").translate({0x1F370: "\ud83c\udf70"}).encode("utf-8", "surrogatepass"))
add("Python, decoded as cp1252 twice", "charset", LINES, LINES.encode().decode("latin1").encode().decode("latin1"))
add("Python, decoded as GBK", "charset", '{"name":"Zoë Müller"}', '{"name":"Zoë Müller"}'.encode().decode("gbk", "replace"))
add("Python, decoded as ISO-8859-15", "charset", LINES, LINES.encode().decode("iso-8859-15"))
add("Python, NFD", "charset", LINES, unicodedata.normalize("NFD", LINES))
add("PHP, addslashes", None, LINES, php("echo addslashes($t);", LINES))
add("PHP, var_export", None, LINES, php("var_export($t);", LINES))
add("PHP, json_encode of the text without its quotes", None, LINES, php("echo substr(json_encode($t),1,-1);", LINES))
add("PHP, escapeshellarg", None, '{"note":"it\'s"}', php("echo escapeshellarg($t);", '{"note":"it\'s"}'))
add("Ruby, inspect", None, LINES, ruby("print t.inspect", LINES))
add("Node, JSON.stringify of the text without its quotes", "double_json", LINES, node("JSON.stringify(t).slice(1,-1)", LINES))
add(".NET, Encoding.ASCII, as its reference source writes '?' for each UTF-16 unit", "charset", LINES, node(r"t.replace(/[^\x00-\x7f]/g,'?')", LINES))

for name, body in (("form", FORM), ("payload", PAYLOAD)):
    pairs = urllib.parse.parse_qsl(body, keep_blank_values=True)
    add(f"Python, urlencode of {name}", None, body, urllib.parse.urlencode(pairs))
    add(f"Python, urlencode of {name}, sorted", "url_encoding", body, urllib.parse.urlencode(sorted(pairs, key=lambda pair: pair[0])))
    add(f"Python, urlencode of {name}, quote_via=quote", "url_encoding", body, urllib.parse.urlencode(pairs, quote_via=urllib.parse.quote))
    add(f"Python, json.dumps of parse_qs of {name}", "url_encoding", body, json.dumps(urllib.parse.parse_qs(body)))
    add(f"Python, json.dumps of parse_qs of {name}, with blanks", "url_encoding", body, json.dumps(urllib.parse.parse_qs(body, keep_blank_values=True)))
    add(f"Python, json.dumps of dict of {name}", "url_encoding", body, json.dumps(dict(pairs)))
    add(f"Python, {name} decoded and joined", "url_encoding", body, "&".join("=".join(pair) for pair in pairs))
    add(f"Python, {name} decoded, sorted and joined", "url_encoding", body, "&".join("=".join(pair) for pair in sorted(pairs, key=lambda pair: pair[0])))
    add(f"Python, {name} without blanks", None, body, urllib.parse.urlencode([pair for pair in pairs if pair[1]]))
    add(f"PHP, json_encode of parse_str of {name}", "url_encoding", body, php("parse_str($t,$a);echo json_encode($a);", body))
    add(f"PHP, http_build_query of parse_str of {name}", "url_encoding", body, php("parse_str($t,$a);echo http_build_query($a);", body))
    add(f"Ruby, URI.encode_www_form of {name}", None, body, ruby("print URI.encode_www_form(URI.decode_www_form(t))", body))
    add(f"Ruby, to_json of {name}", "url_encoding", body, ruby("print JSON.generate(URI.decode_www_form(t).to_h)", body))
    add(f"Node, querystring of {name}", None, body, node("require('querystring').stringify(require('querystring').parse(t))", body))
    add(f"Node, JSON of querystring of {name}", "url_encoding", body, node("JSON.stringify(require('querystring').parse(t))", body))
    add(f"Node, URLSearchParams of {name}", None, body, node("String(new URLSearchParams(t))", body))

# Nothing is to explain where a tool writes the same bytes.
entries = [entry for entry in entries if entry.get("signed") != entry["came"]]
FILE.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n")
print(len(entries), "entries")
