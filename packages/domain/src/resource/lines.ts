import type { Body, Document, Line, Lines, PlacedLines } from '../document/document.ts';
import type { Resource } from './resource.ts';

/** Whether the resource is a document. */
export const isDocument = (resource: Resource): resource is Document => 'lines' in resource;

/**
 * Every kind of lines of a resource, outer ones before the ones nested in them; empty for a resource that is not a
 * document.
 *
 * @throws Error where the definition contradicts itself
 */
export function linesOf(resource: Resource): readonly PlacedLines[] {
  if (!isDocument(resource)) return [];
  const found: PlacedLines[] = [];
  const place = (lines: Readonly<Record<string, Lines>>, outer?: PlacedLines): void => {
    for (const [name, own] of Object.entries(lines)) {
      const placed = { ...own, name, header: outer?.header ?? own.by, ...(outer && { within: outer.name }) };
      checkLines(resource, placed, found);
      found.push(placed);
      if (own.nested) place(own.nested, placed);
    }
  };
  place(resource.lines);
  return found;
}

const checkLines = (document: Document, lines: PlacedLines, others: readonly PlacedLines[]): void => {
  const { name, fields } = lines.of();
  const wrong = (what: string) => new Error(`${document.name}: lines '${lines.name}' (${name}) ${what}`);
  if (others.some((one) => one.name === lines.name) || lines.name in document.fields)
    throw wrong('have the name of something else');
  for (const field of lines.derived)
    if (!fields[field]?.options.readOnly) throw wrong(`derive ${field}, which is no read-only field`);
  if (Object.values(fields).some(({ kind }) => kind.name === 'references'))
    throw wrong('have a list of references: make lines nested in them of it');
};

/** The lines of a body by name; empty if it has none. */
export const linesIn = (body: Body, name: string): readonly Line[] =>
  (body[name] as readonly Line[] | undefined) ?? [];
