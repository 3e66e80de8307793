import type { KindName } from '../kinds/kind.ts';
import { type Command, isStateChange, userCommands } from './command.ts';
import type { Resource } from './resource.ts';

/** Kinds whose values identify one record and are not shared by several. */
const own: ReadonlySet<KindName> = new Set(['taxId', 'file', 'json']);

/**
 * Fields that can get the same value in several records: without those that name or identify a record.
 *
 * @example bulkFields(clients) // ['legal_name', 'person_kind', …] without client_code, trade_name, tax_id
 */
export const bulkFields = ({ fields, title }: Resource): string[] =>
  Object.entries(fields)
    .filter(
      ([name, { kind, options }]) =>
        name !== title &&
        !options.readOnly &&
        !options.unique &&
        options.changedBy === undefined &&
        !own.has(kind.name),
    )
    .map(([name]) => name);

/** The state changes that users can run on several records in one request. */
export const bulkCommands = (resource: Resource): [string, Command][] =>
  userCommands(resource).filter(
    ([, command]) => isStateChange(command) && !command.single && command.runs === undefined,
  );
