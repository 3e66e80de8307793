import { resources } from '../../resources.ts';

/** Kinds of use that are counted. */
export const usageActions = ['view', 'search', 'write', 'export', 'import'] as const;
export type UsageAction = (typeof usageActions)[number];

/** Upper ends of the classes of duration, in milliseconds; the last class is open. */
export const durationEnds = [10, 25, 50, 100, 250, 500, 1000, 2500, 5000] as const;

/** Screens that are no resource, by the first segment of their API paths. */
const others: Readonly<Record<string, { readonly label: string; readonly screen: string }>> = {
  home: { label: 'Dashboard', screen: '' },
  profile: { label: 'Mi Perfil', screen: 'perfil' },
  settings: { label: 'Configuración General', screen: 'gestion/configuracion' },
  catalogues: { label: 'Catálogos', screen: 'gestion/catalogos' },
  'audit-entries': { label: 'Logs de Auditoría', screen: 'reportes/logs' },
  activity: { label: 'Actividad del Sistema', screen: 'reportes/actividad' },
  reports: { label: 'Informes', screen: 'reportes/informes' },
  usage: { label: 'Estadísticas de Uso', screen: 'reportes/estadisticas' },
};

/** Parts of the product whose use is counted, by the first segment of their paths below `/api`. */
export const usageAreas: ReadonlyMap<string, { readonly label: string; readonly screen: string }> = new Map([
  ...Object.entries(others),
  ...resources.map(({ path, label, screen }) => [path, { label: label.many, screen }] as const),
]);

/** Class of a duration: index into the counts. @example durationClass(30) // 2 */
export function durationClass(milliseconds: number): number {
  const found = durationEnds.findIndex((end) => milliseconds <= end);
  return found === -1 ? durationEnds.length : found;
}

/**
 * Upper bound of the class in which the given quantile of all durations lies; null when there are none, Infinity in the
 * open class. It is only as precise as the stored counts by class.
 *
 * @example durationWithin([9, 0, 1, 0, 0, 0, 0, 0, 0, 0], 0.95) // 50
 */
export function durationWithin(counts: readonly number[], part: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let seen = 0;
  for (const [index, count] of counts.entries()) {
    seen += count;
    if (seen >= total * part) return durationEnds[index] ?? Number.POSITIVE_INFINITY;
  }
  return Number.POSITIVE_INFINITY;
}
