"""pages.py FILE ...: what is wrong with a page, a picture or a table, a line
each: bytes that must not be there, XML that is none, elements and attributes
that could run or fetch something, cells that would be formulas."""
import csv
import io
import re
import sys
import unicodedata
import xml.etree.ElementTree as tree

ELEMENTS = set("""html head meta title style body main header h1 h2 h3 span dl
    div dt dd section p ul li article svg desc path rect text g details summary
    pre code table thead tbody tr th td a b strong footer""".split())
ATTRIBUTES = set("""lang charset http-equiv content name class id viewBox role
    aria-labelledby d x y width height text-anchor transform open href style
    stroke-width""".split())
HIDDEN = re.compile("[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e"
                    "\u2060-\u206f\ufeff\ufff9-\ufffb]")


def characters(text, allowed):
    for c in sorted(set(text)):
        if unicodedata.category(c) == "Cc" and c not in allowed:
            yield "control U+%04X" % ord(c)
        elif HIDDEN.match(c):
            yield "hidden U+%04X" % ord(c)


def markup(text):
    for bad in ("<!--", "<?", "<![CDATA[", "<!ENTITY"):
        if bad in text:
            yield "there is " + bad
    ids = set()
    for e in tree.fromstring(text).iter():
        name = e.tag.rpartition("}")[2]
        if name not in ELEMENTS:
            yield "an element " + name
        for key, value in e.attrib.items():
            if key not in ATTRIBUTES:
                yield "an attribute " + key
            if key == "href" and not re.fullmatch("#f[0-9]+", value):
                yield "a link to " + value
            if key == "style" and not re.fullmatch("width:[0-9]+%", value):
                yield "a style " + value
            if key == "id" and value in ids:
                yield "two of id " + value
            if key == "id":
                ids.add(value)
        if name == "style" and re.search("url|import|<", e.text):
            yield "a style sheet that fetches"
    for e in tree.fromstring(text).iter():
        for name in e.get("aria-labelledby", "").split():
            if name not in ids:
                yield "no element " + name
        if e.get("href", "#")[1:] not in ids | {""}:
            yield "no place " + e.get("href")


def number(cell):
    return re.fullmatch(r"-?[0-9.]+(e[-+]?[0-9]+)?", cell) is not None


def table(text):
    if re.search("(?<!\r)\n", text) or not text.endswith("\r\n"):
        yield "a line without CRLF"
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    for row in rows:
        if len(row) != len(rows[0]):
            yield "%d cells, not %d" % (len(row), len(rows[0]))
        for cell in row:
            if re.match("[=+\\-@\uff1d\uff0b\uff0d\uff20]",
                        cell.lstrip()) and not number(cell):
                yield "a formula " + cell
    if len(set(rows[0])) != len(rows[0]):
        yield "two columns of one name"


for path in sys.argv[1:]:
    with open(path, encoding="utf-8", newline="") as f:
        page = f.read()
    is_table = path.endswith("csv")
    faults = list(characters(page, "\r\n" if is_table else "\n"))
    try:
        faults += table(page) if is_table else markup(page)
    except (tree.ParseError, csv.Error) as e:
        faults.append(str(e))
    for fault in faults:
        print("%s: %s" % (path, fault))
