import { companyDay, formatInstant } from '../../calendar/company-clock.ts';
import { distanceKm } from '../../geo/point.ts';
import { formatCivilDate } from '../../kinds/date.ts';
import { formatCount } from '../../text/locale.ts';
import type { evidenceKinds } from './evidence-item.ts';

/** Another photo with the same picture. */
export interface PhotoTwin {
  /** The same file; otherwise a copy of it, such as a smaller one. */
  readonly is_exact: boolean;
  /** Of its report; null: the reader may not see it. */
  readonly number: string | null;
  readonly title: string | null;
  readonly report_id: string | null;
}

/** A piece of evidence with what its photo says of itself. */
export interface PhotoFacts {
  readonly id: string;
  readonly title: string;
  readonly kind: keyof typeof evidenceKinds;
  readonly has_picture: boolean;
  /** The server has not read it yet. */
  readonly is_measured_later: boolean;
  /** ISO instants; `taken_at` is what the camera wrote. */
  readonly captured_at: string;
  readonly taken_at: string | null;
  /** First and last day of the report. */
  readonly from: string;
  readonly to: string;
  readonly camera: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly site: string | null;
  readonly site_latitude: number | null;
  readonly site_longitude: number | null;
  readonly is_hashed_at_capture: boolean;
  readonly twins: readonly PhotoTwin[];
}

/** Metres from its site from which a photo was taken elsewhere: telephones miss by some tens, more among buildings. */
const farMetres = 500;

/** Minutes by which the clock of a camera may differ from the entered time. */
const clockMinutes = 24 * 60;

const timeWarnings = ({ taken_at, captured_at, from, to }: PhotoFacts): string[] => {
  if (taken_at === null) return [];
  const day = companyDay(Date.parse(taken_at));
  if (day < from)
    return [
      `Su cámara dice ${formatInstant(taken_at)}: antes del periodo, que empieza el ${formatCivilDate(from)}.`,
    ];
  if (day > to)
    return [
      `Su cámara dice ${formatInstant(taken_at)}: después del periodo, que termina el ${formatCivilDate(to)}.`,
    ];
  return Math.abs(Date.parse(taken_at) - Date.parse(captured_at)) > clockMinutes * 60_000
    ? [
        `Su cámara dice ${formatInstant(taken_at)}, y se registró con otra fecha: ${formatInstant(captured_at)}.`,
      ]
    : [];
};

const placeWarnings = (facts: PhotoFacts): string[] => {
  const { latitude, longitude, site_latitude, site_longitude, site } = facts;
  if (latitude === null || longitude === null || site_latitude === null || site_longitude === null) return [];
  const metres =
    1000 * distanceKm({ latitude, longitude }, { latitude: site_latitude, longitude: site_longitude });
  if (metres <= farMetres) return [];
  const distance =
    metres < 1000
      ? `${formatCount(Math.round(metres))} m`
      : `${formatCount(Math.round(metres / 100) / 10)} km`;
  return [`Se tomó a ${distance} de ${site ?? 'su lugar'}.`];
};

const twinWarning = ({ is_exact, number, title }: PhotoTwin): string => {
  const where = number === null ? 'una evidencia de otro reporte' : `«${title ?? ''}» del reporte ${number}`;
  return is_exact ? `Es el mismo archivo que ${where}.` : `Es casi la misma imagen que ${where}.`;
};

/** What is to be looked at in a photo, as sentences. Nothing of it is refused: a person decides. */
export const photoWarnings = (facts: PhotoFacts): readonly string[] => [
  ...timeWarnings(facts),
  ...placeWarnings(facts),
  ...facts.twins.map(twinWarning),
];
