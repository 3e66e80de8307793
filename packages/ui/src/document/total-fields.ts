import type { Document } from '@pauta/domain/document/document.ts';
import type { Section } from '@pauta/domain/resource/resource.ts';

/** Fields of the header that follow from the lines: they stand under those and not among the other fields. */
export const totalFields = ({ fields, sums }: Document): readonly string[] =>
  Object.entries(fields)
    .filter(([name, { options }]) => name in sums || (options.readOnly === true && options.derived === true))
    .map(([name]) => name);

/** Fields of the header that stand elsewhere on its page than among the others: totals, and the state at its head. */
export const placedFields = (document: Document): readonly string[] => [
  ...totalFields(document),
  ...(document.state !== undefined && document.fields[document.state]?.options.readOnly
    ? [document.state]
    : []),
];

/** Parts of the page of a document, without what stands elsewhere on it. */
export function headerSections(
  document: Document,
  sections: readonly Section[] = document.sections,
): readonly Section[] {
  const placed = new Set(placedFields(document));
  return sections
    .map((section) => ({ ...section, fields: section.fields.filter((name) => !placed.has(name)) }))
    .filter(({ fields }) => fields.length > 0);
}
