import { agree, countOf, type Label } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';

/**
 * The announcement of changes; '' when there are none.
 *
 * @example changesText(clients.label, { created: 3, changed: 0 }) // '3 clientes nuevos'
 */
export function changesText(
  label: Label,
  { created, changed, isUnknown = false }: { created: number; changed: number; isUnknown?: boolean },
): string {
  const parts = [
    ...(created > 0 ? [`${countOf(label, created)} ${agree(label, 'nuevo', created)}`] : []),
    ...(changed > 0
      ? [
          `${created > 0 ? formatCount(changed) : countOf(label, changed)} ${agree(label, 'cambiado', changed)}`,
        ]
      : []),
  ];
  if (parts.length > 0) return parts.join(' y ');
  return isUnknown ? 'Puede haber cambios' : '';
}
