import type { Errors, Values } from '@pauta/domain/resource/resource.ts';
import type { ResourceTable } from '../../table.ts';
import { isObject } from '../read-body.ts';

/** What was given for a document: its header's values, and what becomes of its lines by their name, all unchecked. */
export interface SplitInput {
  readonly header: unknown;
  readonly patches: ReadonlyMap<string, unknown>;
  /** Values of another JSON type than their fields': of the header by field, of lines by `<name>.<id>.<field>`. */
  readonly wrongTypes: { readonly header: Errors; readonly lines: Errors };
}

/** `lines.put.0.quantity` as the line is called in answers: by its id. */
const lineError = (path: string, patch: unknown): string => {
  const [name, , index, ...rest] = path.split('.');
  const put: unknown = isObject(patch) ? patch.put : undefined;
  const line: unknown = Array.isArray(put) ? put[Number(index)] : undefined;
  return isObject(line) && typeof line.id === 'string' ? [name, line.id, ...rest].join('.') : path;
};

/** Parts the body of a write into what is of the header and what is of each kind of lines. */
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
