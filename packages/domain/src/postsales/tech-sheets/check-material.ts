import { loudnessText, type MaterialLimits } from '../../inventory/tech-templates/material-limits.ts';
import { plainDecimal } from '../../inventory/tech-templates/plain-decimal.ts';
import { colorSpaces } from '../../media/files/color-space.ts';
import type { mediaStatuses } from '../../media/files/media-file.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';

/** A delivered file as it was measured; what could not be measured is null. */
export interface DeliveredFile {
  readonly name: string;
  readonly bytes: number;
  readonly width_px: number | null;
  readonly height_px: number | null;
  readonly duration_sec: string | null;
  readonly fps: string | null;
  /** Average of the whole file. */
  readonly bitrate_kbps: number | null;
  /** Integrated loudness. */
  readonly loudness_lufs: string | null;
  /** Null: of a file that is not in the library. */
  readonly status: keyof typeof mediaStatuses | null;
  readonly color_space: keyof typeof colorSpaces | null;
  readonly dpi: number | null;
  /** Last day on which it may be used, `YYYY-MM-DD`; null: without a limit. */
  readonly rights_until: string | null;
  /** Address to which the piece leads. */
  readonly click_url: string | null;
}

/** The result of checking a file. Neither list holds what was measured and is right. */
export interface MaterialCheck {
  /** What is wrong, as measured. */
  readonly faults: readonly string[];
  /** What is asked for and could not be measured: whoever approves the sheet confirms it. */
  readonly toConfirm: readonly string[];
}

const alike: Readonly<Record<string, string>> = { jpeg: 'jpg', tiff: 'tif', mpg: 'mpeg' };
const extensionOf = (name: string): string => {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  return alike[ending] ?? ending;
};

/** How far a measured ratio may be from the one asked for: sides are whole pixels. */
const ratioTolerance = 0.01;

/** How far the measured frames per second may be from those asked for: 30000/1001 is written as 29.97. */
const fpsTolerance = 0.01;

/** How far a loudness may be from the one asked for where the template gives no tolerance (EBU R128). */
const usualLoudnessTolerance = 0.5;

/**
 * Limits of a duration in words: around its middle if they are close to it, as spots are ordered.
 *
 * @example durationText('29.5', '30.5') // '30 s ± 0.5'
 */
const durationText = (shortest: string, longest: string): string => {
  const [least, most] = [Number(shortest), Number(longest)];
  const middle = plainDecimal(((least + most) / 2).toFixed(3));
  if (least === most) return `${middle} s`;
  return most - least <= (least + most) / 10
    ? `${middle} s ± ${plainDecimal(((most - least) / 2).toFixed(3))}`
    : `de ${plainDecimal(shortest)} a ${plainDecimal(longest)} s`;
};

/** Average bit rate of a whole file in kbps; undefined without a duration. */
const averageKbps = ({ bytes, duration_sec, bitrate_kbps }: DeliveredFile): number | undefined => {
  if (bitrate_kbps !== null) return bitrate_kbps;
  const seconds = Number(duration_sec ?? 0);
  return seconds > 0 ? Math.round((bytes * 8) / seconds / 1000) : undefined;
};

/**
 * Everything that is wrong with a file, in Spanish, and what a person has to confirm because it could not be measured.
 * Bleed is always confirmed: it cannot be read from a file here.
 *
 * @param usedUntil last day of the flight, `YYYY-MM-DD`
 * @example checkMaterial(limits, file, '2026-12-31').faults // ['Dura 31 s y debe durar 30 s ± 0.5.']
 */
export function checkMaterial(limits: MaterialLimits, file: DeliveredFile, usedUntil: string): MaterialCheck {
  if (file.status === 'processing')
    return { faults: ['Aún se está midiendo. Espere un momento.'], toConfirm: [] };
  if (file.status === 'rejected')
    return { faults: ['Fue rechazado al medirlo. Suba otro archivo.'], toConfirm: [] };
  const faults: string[] = [];
  const toConfirm: string[] = [];

  const types = limits.file_types.map((type) => alike[type] ?? type);
  if (types.length > 0 && !types.includes(extensionOf(file.name)))
    faults.push(`Su formato no es ${limits.file_types.join(', ')}.`);
  if (limits.max_mb !== null && file.bytes > limits.max_mb * 1024 * 1024)
    faults.push(`Pesa más de ${limits.max_mb} MB.`);

  const orMore = limits.larger_allowed ? ' o más' : '';
  const side = (name: string, wanted: number | null, found: number | null): void => {
    if (wanted === null) return;
    if (found === null) toConfirm.push(`${name} de ${wanted} px${orMore}`);
    else if (limits.larger_allowed ? found < wanted : found !== wanted)
      faults.push(`Su ${name} es ${found} px y debe ser ${wanted} px${orMore}.`);
  };
  side('ancho', limits.width_px, file.width_px);
  side('alto', limits.height_px, file.height_px);

  if (limits.aspect_ratio !== null) {
    const [across = 1, down = 1] = limits.aspect_ratio.split(':').map(Number);
    if (file.width_px === null || file.height_px === null)
      toConfirm.push(`proporción ${limits.aspect_ratio}`);
    else if (Math.abs((file.width_px * down) / (file.height_px * across) - 1) > ratioTolerance)
      faults.push(
        `Mide ${file.width_px} × ${file.height_px} px y su proporción debe ser ${limits.aspect_ratio}.`,
      );
  }

  const { min_duration_sec: shortest, max_duration_sec: longest } = limits;
  const { duration_sec: duration } = file;
  if (duration === null) {
    if (shortest !== null) toConfirm.push(`duración de ${plainDecimal(shortest)} s o más`);
    if (longest !== null) toConfirm.push(`duración de ${plainDecimal(longest)} s o menos`);
  } else {
    const isWrong =
      (shortest !== null && compareDecimals(duration, shortest) < 0) ||
      (longest !== null && compareDecimals(duration, longest) > 0);
    const wanted =
      shortest !== null && longest !== null
        ? durationText(shortest, longest)
        : shortest !== null
          ? `${plainDecimal(shortest)} s o más`
          : `${plainDecimal(longest ?? '')} s o menos`;
    if (isWrong) faults.push(`Dura ${plainDecimal(duration)} s y debe durar ${wanted}.`);
  }

  const { min_kbps: slowest, max_kbps: fastest } = limits;
  const kbps = averageKbps(file);
  if (kbps === undefined) {
    if (slowest !== null) toConfirm.push(`tasa de ${slowest} kbps o más`);
    if (fastest !== null) toConfirm.push(`tasa de ${fastest} kbps o menos`);
  } else {
    if (slowest !== null && kbps < slowest)
      faults.push(`Su tasa media es ${kbps} kbps y debe ser ${slowest} kbps o más.`);
    if (fastest !== null && kbps > fastest)
      faults.push(`Su tasa media es ${kbps} kbps y debe ser ${fastest} kbps o menos.`);
  }

  if (limits.color_space !== null) {
    const wanted = colorSpaces[limits.color_space];
    if (file.color_space === null) toConfirm.push(`espacio de color ${wanted}`);
    else if (file.color_space !== limits.color_space)
      faults.push(`Su espacio de color es ${colorSpaces[file.color_space]} y debe ser ${wanted}.`);
  }
  if (limits.min_dpi !== null) {
    if (file.dpi === null) toConfirm.push(`resolución de ${limits.min_dpi} ppp o más`);
    else if (file.dpi < limits.min_dpi)
      faults.push(`Su resolución es ${file.dpi} ppp y debe ser ${limits.min_dpi} ppp o más.`);
  }

  if (limits.fps !== null) {
    if (file.fps === null) toConfirm.push(`${plainDecimal(limits.fps)} cuadros por segundo`);
    else if (Math.abs(Number(file.fps) - Number(limits.fps)) > fpsTolerance)
      faults.push(
        `Va a ${plainDecimal(file.fps)} cuadros por segundo y debe ir a ${plainDecimal(limits.fps)}.`,
      );
  }
  const loudness = loudnessText(limits);
  if (loudness !== null) {
    const tolerance = Number(limits.loudness_tolerance ?? usualLoudnessTolerance);
    const off = Math.abs(Number(file.loudness_lufs) - Number(limits.loudness_lufs));
    if (file.loudness_lufs === null) toConfirm.push(`sonoridad ${loudness}`);
    // Both have one decimal, whose difference is not exact in binary.
    else if (off > tolerance + 1e-6) faults.push(`Suena a ${loudnessText(file)} y se piden ${loudness}.`);
  }
  if (limits.min_bleed_mm !== null)
    toConfirm.push(`sangrado de ${plainDecimal(limits.min_bleed_mm)} mm o más`);

  if (limits.needs_click_url && !file.click_url?.startsWith('https://'))
    faults.push('Falta su dirección de destino, con https.');
  if (file.rights_until !== null && file.rights_until < usedUntil)
    faults.push('Sus derechos vencen antes de que termine el vuelo.');
  return { faults, toConfirm };
}
