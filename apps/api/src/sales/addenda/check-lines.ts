import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { Body, Line } from '@pauta/domain/document/document.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { Errors, Values } from '@pauta/domain/resource/resource.ts';

const range = (value: unknown): DateRange | null => (value as DateRange | null | undefined) ?? null;

/** What a line sells; another space or article is another line. */
const soldTargets = ['inventory_item_id', 'package_id', 'ad_article_id'] as const;

const decimals = ['units', 'agreed_price', 'surcharge_pct', 'discount_pct'] as const;

const sameDecimal = (a: unknown, b: unknown): boolean =>
  isEmpty(a) || isEmpty(b) ? isEmpty(a) === isEmpty(b) : compareDecimals(String(a), String(b)) === 0;

const sameSet = (a: unknown, b: unknown): boolean =>
  [...((a as readonly string[] | null) ?? [])].sort().join() ===
  [...((b as readonly string[] | null) ?? [])].sort().join();

const sameComponents = (a: unknown, b: unknown): boolean => {
  const chosen = (value: unknown): string =>
    ((value as readonly Values[] | null) ?? [])
      .map(({ id, quantity }) => `${id} ${Number(quantity)}`)
      .sort()
      .join();
  return chosen(a) === chosen(b);
};

const otherLine = 'No cambia con una adenda: quite el renglón y agregue otro.';
const alreadyOver =
  'Terminó antes de la fecha efectiva: déjelo como está y agregue otro renglón desde esa fecha.';
const alreadyRuns = 'El renglón ya empezó: acorte su vuelo y agregue otro desde la fecha efectiva.';

const ofChange = (line: Line, sold: Values, from: string): Errors => {
  const errors: Errors = {};
  if (line.line_kind !== sold.line_kind) errors.line_kind = [otherLine];
  for (const name of soldTargets)
    if (referenceId(line[name]) !== referenceId(sold[name])) errors[name] = [otherLine];
  if (!sameComponents(line.components, sold.components)) errors.components = [otherLine];
  if ((line.duration_sec ?? null) !== (sold.duration_sec ?? null)) errors.duration_sec = [otherLine];
  const [was, is] = [range(sold.flight), range(line.flight)];
  if (!was?.from || !is?.from || !is.to) return errors;
  if (was.from >= from) {
    if (is.from < from) errors.flight = ['Empieza antes de la fecha efectiva de la adenda.'];
    return errors;
  }
  const before = addDays(from, -1);
  if (is.from !== was.from) errors.flight = [alreadyRuns];
  else if (was.to && was.to < before) {
    if (is.to !== was.to) errors.flight = [alreadyOver];
  } else if (is.to < before)
    errors.flight = ['Ya empezó: puede terminar el día antes de la fecha efectiva, o después.'];
  for (const name of decimals) if (!sameDecimal(line[name], sold[name])) errors[name] = [alreadyRuns];
  if (!sameSet(line.days, sold.days)) errors.days = [alreadyRuns];
  // No column shows the conditions, so the error is at the surcharges that they make.
  if (!sameSet(line.conditions, sold.conditions)) errors.surcharge_pct = [alreadyRuns];
  if ((line.units_per_day ?? null) !== (sold.units_per_day ?? null)) errors.units_per_day = [alreadyRuns];
  return errors;
};

const ofLine = (line: Line, before: Values | undefined, from: string): Errors => {
  const flight = range(line.flight);
  if (line.op === 'add')
    return flight?.from && flight.from < from
      ? { flight: ['Empieza antes de la fecha efectiva de la adenda.'] }
      : {};
  if (!before) return { order_line_id: ['Ese renglón no está en vigor en este contrato.'] };
  if (line.op === 'change') return ofChange(line, before, from);
  const start = range(before.flight)?.from;
  return line.op === 'remove' && start && start < from
    ? { op: ['Ya empezó: cámbielo para que termine el día antes de la fecha efectiva.'] }
    : {};
};

/** What lines in force are not in the addendum: an error of its lines as a whole. */
const missing = (lines: readonly Line[], before: Readonly<Record<string, Values>>): Errors => {
  const listed = new Set(lines.map(({ order_line_id }) => referenceId(order_line_id)));
  const names = Object.entries(before).flatMap(([id, { description }]) =>
    listed.has(id) ? [] : [`«${String(description)}»`],
  );
  return names.length === 0
    ? {}
    : {
        lines: [
          `Un renglón del contrato no se borra de la adenda: márquelo «Se quita». Falta ${names.join(', ')}.`,
        ],
      };
};

/**
 * What lines of an addendum may not say: what was sold before its effective day stays as it is. A line that already runs
 * only changes its last day. Every line in force is in the addendum.
 *
 * @param before the lines of the contract in force, by id
 * @returns errors at `lines.<id>.<field>`, and at `lines` for what is missing
 */
export const lineErrors = (body: Body, before: Readonly<Record<string, Values>>): Errors => {
  const from = String(body.effective_on);
  const lines = linesIn(body, 'lines');
  return {
    ...missing(lines, before),
    ...Object.fromEntries(
      lines.flatMap((line) =>
        Object.entries(ofLine(line, before[referenceId(line.order_line_id) ?? ''], from)).map(
          ([name, messages]) => [`lines.${line.id}.${name}`, messages],
        ),
      ),
    ),
  };
};
