import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import { momentIn } from '@pauta/domain/resource/import/date.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';

const longest = 120;

/**
 * Name of an export: resource, filter, and local time of the company.
 *
 * @example exportName(clients, 'Estado Activo', 'xlsx') // 'Clientes – Estado Activo – 2026-11-21 15.58.xlsx'
 */
export const exportName = (
  resource: Resource,
  summary: string,
  extension: string,
  at: Date = new Date(),
): string => {
  const { day, time } = momentIn(at.toISOString(), companyZone);
  // Removes path separators and characters that file systems refuse.
  const clean = summary
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const what = clean.length > longest ? `${clean.slice(0, longest).trimEnd()}…` : clean;
  return `${[resource.label.many, what, `${day} ${time.slice(0, 5).replace(':', '.')}`]
    .filter((part) => part !== '')
    .join(' – ')}.${extension}`;
};
