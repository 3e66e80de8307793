import type { Document } from '@pauta/domain/document/document.ts';
import type { Section } from '@pauta/domain/resource/resource.ts';

/**
 * Fields of the header that are calculated from the lines; they are shown below the lines instead of among the other
 * fields.
 */
export const totalFields = ({ fields, sums }: Document): readonly string[] =>
  Object.entries(fields)
    .filter(([name, { options }]) => name in sums || (options.readOnly === true && options.derived === true))
    .map(([name]) => name);

/** Fields of the header that are not shown among the others: totals, and the state at the top of the page. */
export const placedFields = (document: Document): readonly string[] => [
  ...totalFields(document),
  ...(document.state !== undefined && document.fields[document.state]?.options.readOnly
    ? [document.state]
    : []),
];

/** The sections of a document without the fields that are shown elsewhere on its page. */
export function headerSections(
  document: Document,
  sections: readonly Section[] = document.sections,
): readonly Section[] {
  const placed = new Set(placedFields(document));
  return sections
    .map((section) => ({ ...section, fields: section.fields.filter((name) => !placed.has(name)) }))
    .filter(({ fields }) => fields.length > 0);
}
