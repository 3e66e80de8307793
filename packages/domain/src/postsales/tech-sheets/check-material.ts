import { compareDecimals } from '../../money/exact-decimal.ts';
import { plainDecimal } from './plain-decimal.ts';

/** The limits that a template sets to a file; empty ones do not limit. */
export interface MaterialLimits {
  /** Extensions without a point: `mp4`. */
  readonly file_types: readonly string[];
  readonly max_mb: number | null;
  readonly width_px: number | null;
  readonly height_px: number | null;
  readonly min_duration_sec: string | null;
  readonly max_duration_sec: string | null;
}

/** A delivered file as it was measured; what could not be measured is null. */
export interface DeliveredFile {
  readonly name: string;
  readonly bytes: number;
  readonly width_px: number | null;
  readonly height_px: number | null;
  readonly duration_sec: string | null;
  /** Last day on which it may be used, `YYYY-MM-DD`; null: without a limit. */
  readonly rights_until: string | null;
}

const alike: Readonly<Record<string, string>> = { jpeg: 'jpg', tiff: 'tif', mpg: 'mpeg' };
const extensionOf = (name: string): string => {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  return alike[ending] ?? ending;
};

const size = (side: string, wanted: number | null, found: number | null): string[] => {
  if (wanted === null) return [];
  if (found === null) return [`No se pudo medir su ${side}; debe ser ${wanted} px.`];
  return found === wanted ? [] : [`Su ${side} es ${found} px y debe ser ${wanted} px.`];
};

/**
 * Everything that is wrong with a file, in Spanish: format, size, pixels, duration, and rights that end before the last
 * day of its use.
 *
 * @param usedUntil last day of the flight, `YYYY-MM-DD`
 * @example checkMaterial(limits, file, '2026-12-31') // ['Dura 31 s y debe durar 30 s o menos.']
 */
export function checkMaterial(limits: MaterialLimits, file: DeliveredFile, usedUntil: string): string[] {
  const { file_types, max_mb, min_duration_sec: min, max_duration_sec: max } = limits;
  const { duration_sec: duration } = file;
  const faults: string[] = [];
  const types = file_types.map((type) => alike[type] ?? type);
  if (types.length > 0 && !types.includes(extensionOf(file.name))) {
    faults.push(`Su formato no es ${file_types.join(', ')}.`);
  }
  if (max_mb !== null && file.bytes > max_mb * 1024 * 1024) {
    faults.push(`Pesa más de ${max_mb} MB.`);
  }
  faults.push(
    ...size('ancho', limits.width_px, file.width_px),
    ...size('alto', limits.height_px, file.height_px),
  );
  if ((min !== null || max !== null) && duration === null) faults.push('No se pudo medir su duración.');
  if (duration !== null && min !== null && compareDecimals(duration, min) < 0) {
    faults.push(`Dura ${plainDecimal(duration)} s y debe durar ${plainDecimal(min)} s o más.`);
  }
  if (duration !== null && max !== null && compareDecimals(duration, max) > 0) {
    faults.push(`Dura ${plainDecimal(duration)} s y debe durar ${plainDecimal(max)} s o menos.`);
  }
  if (file.rights_until !== null && file.rights_until < usedUntil) {
    faults.push('Sus derechos vencen antes de que termine el vuelo.');
  }
  return faults;
}
