import { numberSeries } from '@pauta/domain/document/number-series.ts';
import type { DocumentNumber } from '@pauta/domain/document/numbering.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import { isDocument } from '@pauta/domain/resource/lines.ts';
import type { Resource, Values } from '@pauta/domain/resource/resource.ts';
import type { Context } from '../../commands/context.ts';

const numberOf = (resource: Resource): DocumentNumber | undefined =>
  isDocument(resource) ? resource.number : undefined;

/**
 * Checks that a document's number matches the definition of its series, and that the fields it needs exist. Called when
 * the document is mounted, so that a wrong definition prevents the start of the server.
 *
 * @throws Error if the definition contradicts itself
 */
export const checkNumber = (resource: Resource): void => {
  const number = numberOf(resource);
  if (!number) return;
  const wrong = (what: string) => new Error(`${resource.name}: its number ${what}`);
  const series = numberSeries[number.series];
  if (!series) throw wrong(`is of the series ${number.series}, which does not exist`);
  if (series.gapless !== number.gapless || series.per.join() !== number.per.join())
    throw wrong(`is not counted as the series ${number.series} is`);
  if (!resource.fields[number.field]?.options.readOnly)
    throw wrong(`is in ${number.field}, which is not a read-only field`);
  if (number.at !== 'create' && !resource.commands[number.at.command]?.to)
    throw wrong(`is taken by ${number.at.command}, which is not a change of state`);
  for (const by of number.per) {
    const field = by === 'year' ? undefined : number.of?.[by];
    if (by !== 'year' && !(field !== undefined && resource.fields[field]?.options.required))
      throw wrong(`is counted by ${by}, which no required field says`);
  }
};

/** The value of a field by which the series counts: the id of a reference, any other value unchanged. */
const counted = (body: Values, name: string | undefined): string | undefined => {
  const value = name === undefined ? undefined : body[name];
  if (isEmpty(value)) return undefined;
  return typeof value === 'object' ? (value as { readonly id: string }).id : String(value);
};

/** The number of the contract, which a reference to it has as code or label. */
const contractNumber = (body: Values, name: string | undefined): string | undefined => {
  const contract = name === undefined ? undefined : (body[name] as Readonly<Record<string, string>> | null);
  return contract ? (contract.code ?? contract.label) : undefined;
};

/**
 * The number that a document gets now, as the column to write with it; undefined if it gets none or already has one. A
 * gapless number locks its series until the transaction ends, so it is taken right before the write.
 *
 * @param at `create`, or the name of a command
 * @param body the header as it will be written
 */
export const numberColumn = async (
  { tx, server, isDry }: Context,
  resource: Resource,
  at: string,
  body: Values,
): Promise<Values> => {
  const number = numberOf(resource);
  if (!number || (number.at === 'create' ? at !== 'create' : at !== number.at.command)) return {};
  if (!isEmpty(body[number.field])) return {};
  const { series, field, of = {} } = number;
  const taken = await server.engine.takeNumber(tx, {
    series,
    company: counted(body, of.company),
    kind: counted(body, of.kind),
    contract: contractNumber(body, of.contract),
    isDryRun: isDry,
  });
  return { [field]: taken };
};
