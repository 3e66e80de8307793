import type { Document } from '@pauta/domain/document/document.ts';
import type { Section } from '@pauta/domain/resource/resource.ts';

/** Fields of the header that follow from the lines: they stand under those and not among the other fields. */
export const totalFields = ({ fields, sums }: Document): readonly string[] =>
  Object.entries(fields)
    .filter(([name, { options }]) => name in sums || (options.readOnly === true && options.derived === true))
    .map(([name]) => name);

/** Parts of the page of a document, without its totals. */
export function headerSections(
  document: Document,
  sections: readonly Section[] = document.sections,
): readonly Section[] {
  const totals = new Set(totalFields(document));
  return sections
    .map((section) => ({ ...section, fields: section.fields.filter((name) => !totals.has(name)) }))
    .filter(({ fields }) => fields.length > 0);
}
