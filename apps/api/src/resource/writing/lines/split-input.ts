import type { Errors, Values } from '@pauta/domain/resource/resource.ts';
import type { ResourceTable } from '../../table.ts';
import { isObject } from '../read-body.ts';

/** The input for a document, unchecked: the values of its header, and the changes to its lines by name. */
export interface SplitInput {
  readonly header: unknown;
  readonly patches: ReadonlyMap<string, unknown>;
  /**
   * Errors of values of another JSON type than their fields: of the header by field, of lines by `<name>.<id>.<field>`.
   */
  readonly wrongTypes: { readonly header: Errors; readonly lines: Errors };
}

/** Rewrites `lines.put.0.quantity` to the form of responses: with the id of the line. */
const lineError = (path: string, patch: unknown): string => {
  const [name, , index, ...rest] = path.split('.');
  const put: unknown = isObject(patch) ? patch.put : undefined;
  const line: unknown = Array.isArray(put) ? put[Number(index)] : undefined;
  return isObject(line) && typeof line.id === 'string' ? [name, line.id, ...rest].join('.') : path;
};

/** Splits the body of a write into the part for the header and the parts for each kind of lines. */
export const splitInput = (
  { lines }: ResourceTable,
  { input, wrongTypes = {} }: { readonly input?: unknown; readonly wrongTypes?: Errors },
): SplitInput => {
  const names = new Set(lines.map(({ line }) => line.name));
  if (names.size === 0 || !isObject(input))
    return { header: input, patches: new Map(), wrongTypes: { header: wrongTypes, lines: {} } };
  const isOfLines = (path: string): boolean => names.has(path.split('.')[0] ?? '');
  const entries = Object.entries(input);
  const header: Values = Object.fromEntries(entries.filter(([name]) => !names.has(name)));
  const faults = Object.entries(wrongTypes);
  return {
    header,
    patches: new Map(entries.filter(([name, patch]) => names.has(name) && patch !== undefined)),
    wrongTypes: {
      header: Object.fromEntries(faults.filter(([path]) => !isOfLines(path))),
      lines: Object.fromEntries(
        faults
          .filter(([path]) => isOfLines(path))
          .map(([path, messages]) => [lineError(path, input[path.split('.')[0] ?? '']), messages]),
      ),
    },
  };
};
