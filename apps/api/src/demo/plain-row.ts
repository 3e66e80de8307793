import type { Values } from '@pauta/domain/resource/resource.ts';
import type { Row } from './insert-rows.ts';

/** A range of days as PostgreSQL writes it. */
export const rangeText = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  `[${from},${to}]`;

/** Values in the form of an answer as the columns of a row. */
export const plainRow = (values: Values): Row =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name === 'flight'
        ? rangeText(value as { from: string; to: string })
        : typeof value === 'object' && value !== null && 'id' in value
          ? value.id
          : value,
    ]),
  );
