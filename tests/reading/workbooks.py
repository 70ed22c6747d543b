"""Spreadsheets written by hand, as small as they can be."""

import io
import zipfile
from datetime import date, datetime
from xml.sax.saxutils import escape, quoteattr

import xlwt

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
STYLES = (
    f'<styleSheet xmlns="{MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>'
    '<xf numFmtId="22"/><xf numFmtId="46"/></cellXfs></styleSheet>'
)
ODS = "urn:oasis:names:tc:opendocument:xmlns"


class Raw(str):
    """The XML of a cell as it is, with {} for its place."""


def xlsx(sheets, *, more=(), compression=zipfile.ZIP_DEFLATED, states=()):
    """Return the bytes of a workbook: name of a sheet → rows of cells, None for an empty one."""
    names = list(sheets)
    hidden = dict(states)
    listed = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{n}" r:id="r{n}"'
        f' state="{hidden.get(name, "visible")}"/>'
        for n, name in enumerate(names, 1)
    )
    relations = "".join(
        f'<Relationship Id="r{n}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(names) + 1)
    )
    relations += f'<Relationship Id="s" Type="{OFFICE}/styles" Target="styles.xml"/>'
    types = f'<Types xmlns="{PACKAGE}/content-types"></Types>'
    files = {
        "[Content_Types].xml": types,
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="w"'
        f' Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{listed}</sheets>'
        "</workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
        f"{relations}</Relationships>",
        "xl/styles.xml": STYLES,
        **{
            f"xl/worksheets/sheet{n}.xml": worksheet(sheets[name])
            for n, name in enumerate(names, 1)
        },
        **dict(more),
    }
    return zipped(files, compression)


def zipped(files, compression=zipfile.ZIP_DEFLATED):
    """Return the bytes of a zip file: name → content."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def worksheet(rows):
    """Return the XML of a sheet; a string is the XML itself."""
    if isinstance(rows, str):
        return rows
    lines = []
    for number, row in enumerate(rows, 1):
        cells = "".join(
            _cell(f"{_letters(place)}{number}", value) for place, value in enumerate(row)
        )
        lines.append(f'<row r="{number}">{cells}</row>')
    return f'<worksheet xmlns="{MAIN}"><sheetData>{"".join(lines)}</sheetData></worksheet>'


def _letters(place):
    letters = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _cell(at, value):  # noqa: PLR0911
    if value is None:
        return ""
    if isinstance(value, Raw):
        return value.format(at)
    if isinstance(value, bool):
        return f'<c r="{at}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, datetime):
        days = (value - datetime(1899, 12, 30)).total_seconds() / 86400
        return f'<c r="{at}" s="2"><v>{days!r}</v></c>'
    if isinstance(value, date):
        return f'<c r="{at}" s="1"><v>{(value - date(1899, 12, 30)).days}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{at}"><v>{value!r}</v></c>'
    return f'<c r="{at}" t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'


def xls(sheets):
    """Return the bytes of a workbook as Excel wrote it until 2003."""
    book = xlwt.Workbook()
    for name, rows in sheets.items():
        sheet = book.add_sheet(name)
        for number, row in enumerate(rows):
            for place, value in enumerate(row):
                sheet.write(number, place, value)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def ods(sheets):
    """Return the bytes of an OpenDocument spreadsheet."""
    tables = "".join(
        f"<table:table table:name={quoteattr(name)}>"
        + "".join(
            "<table:table-row>" + "".join(map(_ods_cell, row)) + "</table:table-row>"
            for row in rows
        )
        + "</table:table>"
        for name, rows in sheets.items()
    )
    content = (
        f'<office:document-content xmlns:office="{ODS}:office:1.0" xmlns:table="{ODS}:table:1.0"'
        f' xmlns:text="{ODS}:text:1.0"><office:body><office:spreadsheet>{tables}'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": '<manifest:manifest xmlns:manifest="'
            f'{ODS}:manifest:1.0"></manifest:manifest>',
            "content.xml": content,
        }
    )


def _ods_cell(value):
    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, bool):
        shown = str(value).lower()
        return f'<table:table-cell office:value-type="boolean" office:boolean-value="{shown}"/>'
    if isinstance(value, int | float):
        return f'<table:table-cell office:value-type="float" office:value="{value!r}"/>'
    if isinstance(value, date):
        shown = value.isoformat()
        return f'<table:table-cell office:value-type="date" office:date-value="{shown}"/>'
    return (
        f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p>'
        "</table:table-cell>"
    )
