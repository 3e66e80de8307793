import type { Body, Line } from '@pauta/domain/document/document.ts';
import { isFrozen } from '@pauta/domain/document/frozen.ts';
import { type Field, parseField } from '@pauta/domain/kinds/kind.ts';
import { isDocument } from '@pauta/domain/resource/lines.ts';
import { toWire } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Errors, Values } from '@pauta/domain/resource/resource.ts';
import { invalid } from '../../../platform/http/problem.ts';
import type { Context } from '../../commands/context.ts';
import type { ResourceHooks } from '../../hooks.ts';
import type { ResourceTable } from '../../table.ts';
import type { ChangedLines } from './judge-lines.ts';

/** The derived values of a document: changed columns of its header, and its lines with their computed columns. */
export interface Settled {
  readonly header: Values;
  readonly lines: readonly ChangedLines[];
}

/**
 * Whether stored values of the document are computed from its lines, so that all of them are needed for each change.
 */
export const hasTotals = ({ resource }: ResourceTable): boolean =>
  isDocument(resource) && resource.totals !== undefined;

const wireText = (field: Field, value: unknown): string => JSON.stringify(toWire(field, value));

/** Values in the precision of their columns; an amount that exceeds its column is an error. */
const stored = (
  fields: Readonly<Record<string, Field>>,
  values: Values,
  at: string,
  errors: Errors,
): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields[name];
      if (!field) throw new Error(`totals give ${at}${name}, which is no field`);
      const checked = parseField(field, value);
      if (!checked.ok) errors[`${at}${name}`] = [`${field.label}: ${checked.message}`];
      return [name, checked.ok ? checked.value : null];
    }),
  );

/**
 * Calculates the derived values of a document after a change, with the same function that the browser runs.
 *
 * @param body header and lines after the change
 * @throws Problem 422 if a result exceeds its column
 */
export const settle = async (
  context: Context,
  { table, hooks }: { readonly table: ResourceTable; readonly hooks: ResourceHooks },
  body: Body,
  lines: readonly ChangedLines[],
  current: AnyRecord | undefined,
): Promise<Settled> => {
  const { resource } = table;
  if (!isDocument(resource) || !resource.totals || isFrozen(resource, current)) return { header: {}, lines };
  const whole: Body = {
    ...body,
    ...Object.fromEntries(lines.map((one) => [one.table.line.name, one.after])),
  };
  const totals = resource.totals(whole, await hooks.tables?.(context, whole));
  const errors: Errors = {};
  const header = stored(resource.fields, totals.header, '', errors);
  const derived = lines.map((one) => ({
    ...one,
    after: one.after.map((line): Line => {
      const { name, derived: names } = one.table.line;
      const own = totals.lines.get(line.id);
      if (names.length === 0 || !own) return line;
      return { ...line, ...stored(one.table.resource.fields, own, `${name}.${line.id}.`, errors) };
    }),
  }));
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const differs = ([name, value]: [string, unknown]): boolean => {
    const field = resource.fields[name];
    return !current || (field !== undefined && wireText(field, value) !== wireText(field, current[name]));
  };
  return { header: Object.fromEntries(Object.entries(header).filter(differs)), lines: derived };
};
