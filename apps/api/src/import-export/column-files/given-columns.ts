import type { JsonOptions, JsonRow } from '@pauta/domain/kinds/json.ts';
import { parseField } from '@pauta/domain/kinds/kind.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { invalid } from '../../platform/http/problem.ts';

/** Of each column the file says these; the rest the user may change. */
const ofFile: readonly string[] = ['header', 'samples'];

/**
 * Columns with what the user says that they mean and how their values are written. Their headers and samples remain
 * those of the file.
 */
export const withMeanings = <C extends object>(columns: readonly C[], given: readonly JsonRow[]): C[] =>
  columns.map(
    (column, index) =>
      Object.fromEntries(
        Object.entries(column).map(([name, value]) => [
          name,
          ofFile.includes(name) ? value : (given[index]?.[name] ?? value),
        ]),
      ) as C,
  );

/**
 * What the user says that the columns of an uploaded file mean, in the field `columns` of a resource. Columns that are
 * still missing are not an error here.
 *
 * @throws Problem 422 if these are no columns
 */
export const givenColumns = ({ fields }: Resource, given: unknown): readonly JsonRow[] => {
  const { columns } = fields;
  if (columns === undefined || given === undefined) return [];
  const { check: _check, ...options } = columns.options as JsonOptions;
  const parsed = parseField({ ...columns, options }, given);
  if (!parsed.ok) throw invalid({ columns: [parsed.message] });
  return (parsed.value ?? []) as readonly JsonRow[];
};
