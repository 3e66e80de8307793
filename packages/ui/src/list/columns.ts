import type { Field, KindName } from '@pauta/domain/kinds/kind.ts';
import { sortableFields } from '@pauta/domain/resource/query.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import type { Labels } from '../data/use-label.ts';

export interface Column {
  readonly name: string;
  readonly field: Field;
  readonly label: string;
  readonly sortable: boolean;
  /** Names the record: it carries the link and stays in view. */
  readonly isTitle: boolean;
  /** Its share of the table, in rem at full size. */
  readonly width: number;
}

const widths: Readonly<Partial<Record<KindName, number>>> = {
  integer: 6.5,
  decimal: 8,
  percent: 7,
  money: 12,
  yesNo: 6.5,
  date: 8.5,
  dateTime: 14,
  choice: 10,
  email: 17,
  phone: 12,
  taxId: 11.5,
  reference: 9.5,
  references: 13,
};

/**
 * Widths are fixed before the data comes, so that nothing moves when it does. They are shares: the table shrinks
 * to three quarters of their sum before it scrolls sideways.
 */
function widthOf(field: Field, label: string, isTitle: boolean, sortable: boolean): number {
  if (isTitle) return 17;
  const longestWord = Math.max(...label.split(' ').map((word) => word.length));
  const usual =
    widths[field.kind.name] ?? { short: 8, medium: 11, wide: 15, full: 16 }[field.options.width ?? 'medium'];
  return Math.max(usual, longestWord * 0.55 + (sortable ? 2.5 : 1.5));
}

/** The columns of a list, hidden ones left out. */
export function columnsOf(resource: Resource, names: readonly string[], labels: Labels): readonly Column[] {
  const sortable = sortableFields(resource);
  return names
    .map((name) => ({ name, field: fieldOf(resource, name) }))
    .filter(({ field }) => labels.visible(field))
    .map(({ name, field }) => {
      const label = labels.label(field);
      const isTitle = name === resource.title;
      return {
        name,
        field,
        label,
        isTitle,
        sortable: sortable.includes(name),
        width: widthOf(field, label, isTitle, sortable.includes(name)),
      };
    });
}
