import { colorSpaces } from '../../media/files/color-space.ts';
import { plainDecimal } from './plain-decimal.ts';

/** The limits that a template sets to a file; empty ones do not limit (domain §1.7). */
export interface MaterialLimits {
  /** Extensions without a point: `mp4`. */
  readonly file_types: readonly string[];
  readonly max_mb: number | null;
  readonly width_px: number | null;
  readonly height_px: number | null;
  /** Width and height are minimums. */
  readonly larger_allowed: boolean;
  /** `16:9`. */
  readonly aspect_ratio: string | null;
  readonly min_duration_sec: string | null;
  readonly max_duration_sec: string | null;
  readonly fps: string | null;
  /** Average bit rate of the file, in kilobits per second. */
  readonly min_kbps: number | null;
  readonly max_kbps: number | null;
  /** Integrated loudness (LUFS, the same as LKFS) and how far it may be from it. */
  readonly loudness_lufs: string | null;
  readonly loudness_tolerance: string | null;
  readonly color_space: keyof typeof colorSpaces | null;
  readonly min_dpi: number | null;
  readonly min_bleed_mm: string | null;
  readonly needs_click_url: boolean;
}

/** One limit in words. */
export interface LimitText {
  readonly label: string;
  readonly text: string;
}

const between = (min: string | null, max: string | null, unit: string): string | null =>
  min !== null && max !== null
    ? min === max
      ? `${min} ${unit}`
      : `de ${min} a ${max} ${unit}`
    : min !== null
      ? `${min} ${unit} o más`
      : max !== null
        ? `hasta ${max} ${unit}`
        : null;

const plain = (value: string | number | null | undefined): string | null =>
  value === null || value === undefined || value === '' ? null : plainDecimal(String(value));

const pixels = ({
  width_px: width,
  height_px: height,
  larger_allowed: larger,
}: LimitsGiven): string | null => {
  const size =
    width && height
      ? `${width} × ${height} px`
      : width
        ? `${width} px de ancho`
        : height
          ? `${height} px de alto`
          : null;
  return size && larger ? `${size} o más` : size;
};

/** Limits as a line of a form has them: any may be absent. */
export type LimitsGiven = { readonly [K in keyof MaterialLimits]?: MaterialLimits[K] | null | undefined };

/** The loudness that is asked for. @example loudnessText({ loudness_lufs: '-24.0' }) // '−24 LUFS' */
export const loudnessText = ({ loudness_lufs, loudness_tolerance }: LimitsGiven): string | null => {
  const target = plain(loudness_lufs)?.replace('-', '−');
  const tolerance = plain(loudness_tolerance);
  return target === undefined ? null : `${target} LUFS${tolerance === null ? '' : ` ± ${tolerance}`}`;
};

/**
 * The limits of a material in Spanish, in the order in which a person checks them; those that are not set are left out.
 *
 * @example describeLimits({ file_types: ['mp4'], max_mb: 10 })
 * // [{ label: 'Formatos', text: 'mp4' }, { label: 'Tamaño', text: 'hasta 10 MB' }]
 */
export function describeLimits(limits: LimitsGiven): readonly LimitText[] {
  const { max_mb, aspect_ratio, color_space } = limits;
  const extensions = limits.file_types ?? [];
  const bleed = plain(limits.min_bleed_mm);
  const found: readonly (readonly [string, string | null])[] = [
    ['Formatos', extensions.length > 0 ? extensions.join(', ') : null],
    ['Tamaño', max_mb ? `hasta ${max_mb} MB` : null],
    ['Medidas', pixels(limits)],
    ['Proporción', aspect_ratio || null],
    ['Duración', between(plain(limits.min_duration_sec), plain(limits.max_duration_sec), 's')],
    ['Cuadros por segundo', plain(limits.fps)],
    ['Tasa de bits', between(plain(limits.min_kbps), plain(limits.max_kbps), 'kbps')],
    ['Sonoridad', loudnessText(limits)],
    ['Espacio de color', color_space ? colorSpaces[color_space] : null],
    ['Resolución', limits.min_dpi ? `${limits.min_dpi} ppp o más` : null],
    ['Sangrado', bleed === null ? null : `${bleed} mm o más`],
    ['Dirección de destino', limits.needs_click_url ? 'se entrega con el archivo, con https' : null],
  ];
  return found.flatMap(([label, text]) => (text === null ? [] : [{ label, text }]));
}
