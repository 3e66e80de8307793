import type { Cell } from '@pauta/domain/resource/import/cell.ts';
import { importLimits } from '../limits.ts';
import { FileRefused } from './file-text.ts';
import { readXml, type XmlHandlers } from './read-xml.ts';

/** An element as a row: its attributes and the texts of its children by name. */
type Fields = Map<string, string>;

interface Open {
  readonly path: string;
  readonly fields: Fields;
  text: string;
  hasChildren: boolean;
}

/** Calls `take` with every element that has attributes or children with texts, when it ends. */
const walk = (xml: string, take: (path: string, fields: Fields) => void): Promise<void> => {
  const stack: Open[] = [];
  const handlers: XmlHandlers = {
    open: (name, attributes) => {
      const parent = stack.at(-1);
      if (parent) parent.hasChildren = true;
      if (stack.length > 40) throw new FileRefused('El archivo XML tiene demasiados niveles.');
      const path = `${parent?.path ?? ''}/${name}`;
      stack.push({ path, fields: new Map(Object.entries(attributes)), text: '', hasChildren: false });
    },
    text: (found) => {
      const current = stack.at(-1);
      if (current && current.text.length <= importLimits.cell) current.text += found;
    },
    close: (name) => {
      const closed = stack.pop();
      if (!closed) return;
      const parent = stack.at(-1);
      const text = closed.text.trim();
      if (!closed.hasChildren && text !== '') parent?.fields.set(name, text);
      // An element within a row, such as the client of a spot, adds what it has to the row.
      else if (closed.fields.size > 0 && parent)
        for (const [key, value] of closed.fields)
          if (!parent.fields.has(`${name} ${key}`)) parent.fields.set(`${name} ${key}`, value);
      if (closed.fields.size > 0) take(closed.path, closed.fields);
    },
  };
  return readXml(async function* () {
    yield Buffer.from(xml);
  }, handlers);
};

/**
 * Reads the repeated element of an XML document as a table: of the elements with at least two values, the one that
 * occurs most often is a row; its attributes and children are columns.
 *
 * @returns the header and the rows
 * @throws FileRefused if it is not well-formed, has a DTD, or repeats nothing
 * @example await readXmlTable('<log><spot code="A" at="1"/><spot code="B" at="2"/></log>') // [['code', 'at'], ['A', '1'], ['B', '2']]
 */
export const readXmlTable = async (xml: string): Promise<Cell[][]> => {
  const counts = new Map<string, number>();
  await walk(xml, (path, fields) => {
    if (fields.size >= 2) counts.set(path, (counts.get(path) ?? 0) + 1);
  });
  const [row] = [...counts].sort(([a, left], [b, right]) => right - left || a.length - b.length)[0] ?? [];
  if (row === undefined)
    throw new FileRefused('El archivo XML no tiene filas: ningún elemento se repite con sus datos.');
  const columns: string[] = [];
  const rows: Fields[] = [];
  let cells = 0;
  await walk(xml, (path, fields) => {
    if (path !== row) return;
    cells += fields.size;
    if (cells > importLimits.cells)
      throw new FileRefused('El archivo XML tiene demasiados datos. Divídalo en partes.');
    for (const name of fields.keys()) if (!columns.includes(name)) columns.push(name);
    if (columns.length > importLimits.columns)
      throw new FileRefused(
        `El archivo XML tiene más de ${importLimits.columns} datos distintos en cada fila.`,
      );
    rows.push(new Map(fields));
  });
  return [columns, ...rows.map((fields) => columns.map((name) => fields.get(name) ?? null))];
};
