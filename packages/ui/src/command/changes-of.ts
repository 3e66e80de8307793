import { formatField, isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { Resource, Values } from '@pauta/domain/resource/resource.ts';
import type { ShownChange } from '../controls/change-list.tsx';
import type { Labels } from '../data/use-label.ts';

/** Maximum number of characters of a value. */
const longest = 120;

/**
 * The fields whose displayed values differ between two states of a record. Fields that one of them lacks, such as those
 * the user may not read, are left out.
 *
 * @example changesOf(quotes, quote, { ...quote, status: 'sent' }, labels)
 * // [{ field: 'status', label: 'Estado', before: 'Borrador', after: 'Enviado' }]
 */
export const changesOf = (
  resource: Resource,
  before: Values,
  after: Values,
  labels: Labels,
): readonly ShownChange[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => {
    if (!labels.visible(field) || !(name in before) || !(name in after)) return [];
    const textOf = (record: Values): string | null => {
      if (isEmpty(record[name])) return null;
      const text = formatField(field, record[name], record);
      return text.length > longest ? `${text.slice(0, longest)}…` : text;
    };
    const change = { field: name, label: labels.label(field), before: textOf(before), after: textOf(after) };
    return change.before === change.after ? [] : [change];
  });
