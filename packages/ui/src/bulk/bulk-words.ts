import type { Resource } from '@pauta/domain/resource/resource.ts';
import { agree, countOf } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { BulkPreview, BulkResult } from './bulk-command.ts';

/** @example '23 de 25 clientes cambiarán; 2 bloqueados.' */
export const previewText = (
  { label }: Resource,
  { total, changing, unchanged, blocked_total }: BulkPreview,
): string => {
  const parts = [
    `${formatCount(changing)} de ${countOf(label, total)} ${changing === 1 ? 'cambiará' : 'cambiarán'}`,
    ...(unchanged > 0 ? [`${formatCount(unchanged)} ya ${unchanged === 1 ? 'está' : 'están'} así`] : []),
    ...(blocked_total > 0
      ? [`${formatCount(blocked_total)} ${agree(label, 'bloqueado', blocked_total)}`]
      : []),
  ];
  return `${parts.join('; ')}.`;
};

/** @example '23 clientes cambiados' */
export const doneText = ({ label }: Resource, { changed }: BulkResult): string =>
  `${countOf(label, changed)} ${agree(label, 'cambiado', changed)}`;

/** @example '23 clientes cambiados; 2 quedaron como estaban.' */
export const resultText = (resource: Resource, result: BulkResult): string => {
  const rest = result.blocked_total;
  return `${doneText(resource, result)}; ${formatCount(rest)} ${rest === 1 ? 'quedó como estaba' : 'quedaron como estaban'}.`;
};
