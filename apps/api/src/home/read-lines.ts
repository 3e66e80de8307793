import type {
  CardAmount,
  CardFigure,
  CardLine,
  CardPart,
  CardReader,
  DashboardChoice,
} from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { divide, isZero, multiply, sum } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { parseQuery } from '@pauta/domain/resource/query/query.ts';
import { orderGroups, type SummaryGroup } from '@pauta/domain/resource/query/summary.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import { resourceNamed } from '@pauta/domain/resources.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Queryable } from '../platform/database/database.ts';
import { listConditions } from '../resource/reading/list.ts';
import { forReader, unseen } from '../resource/reading/record-columns.ts';
import { orTooSlow } from '../resource/reading/too-slow.ts';
import { isReference, quoted, tableOf, targetOf } from '../resource/table.ts';
import { seesListed } from './card-access.ts';

interface Row {
  readonly place: number;
  /** Null: the total of the currency. Empty: the rows without a value. */
  readonly value: string | null;
  readonly label: string | null;
  readonly rank: string | null;
  readonly currency: string | null;
  readonly count: number;
  readonly sums: readonly string[];
  /** It is among the largest of its currency. */
  readonly is_large: boolean;
}

/** The parameters of the list of a line, with the filters that the reader chose. */
const parametersOf = (
  { query, filters = {} }: CardLine,
  reader: CardReader,
  choice: Partial<DashboardChoice>,
): Readonly<Record<string, string>> => ({
  ...query(reader),
  ...Object.fromEntries(
    Object.entries(filters).flatMap(([name, field]) => {
      const chosen = choice[name as keyof typeof filters];
      return chosen === undefined ? [] : [[`f.${field}`, chosen]];
    }),
  ),
});

/** What a line is read from. */
const planOf = (line: CardLine, reader: CardReader, choice: Partial<DashboardChoice>) => {
  const resource = resourceNamed(line.resource.name);
  if (!resource) throw new Error(`there is no resource ${line.resource.name}`);
  const parameters = parametersOf(line, reader, choice);
  const parsed = parseQuery(resource, parameters);
  if (!parsed.ok) throw new Error(`the list of ${line.name} cannot be asked for`);
  const amounts = (line.amounts ?? []).map((name) => [name, fieldOf(resource, name)] as const);
  const currency = (amounts[0]?.[1].options as { currency?: string } | undefined)?.currency;
  return { line, resource, parameters, query: parsed.query, amounts, currency };
};

type Plan = ReturnType<typeof planOf>;

/** The rows of a line: one for each currency, and one for each of its largest parts. */
const statementOf = (
  { line, resource, query, amounts, currency }: Plan,
  place: number,
  actor: Actor,
): Sql => {
  const table = tableOf(resource);
  const where = listConditions(table, query, actor);
  const name = raw(quoted(table.name));
  const unit = raw(currency === undefined ? 'NULL::text' : `t.${quoted(currency)}::text`);
  const columns = amounts.map(([field]) => `t.${quoted(field)}`);
  const sums = raw(
    columns.length === 0
      ? `'{}'::text[]`
      : `ARRAY[${columns.map((column) => `coalesce(sum(${column}), 0)::numeric(18,2)::text`).join(', ')}]`,
  );
  const at = raw(String(place));
  if (!line.by)
    return sql`
      SELECT ${at} AS place, NULL::text AS value, NULL::text AS label, NULL::text AS rank, ${unit} AS currency,
        count(*)::integer AS count, ${sums} AS sums, false AS is_large
      FROM ${name} t WHERE ${where} GROUP BY 5`;
  const field = fieldOf(resource, line.by.field);
  const target = isReference(field) ? targetOf(field) : undefined;
  const value = raw(`coalesce(t.${quoted(line.by.field)}::text, '')`);
  const largest = raw(columns[0] === undefined ? 'count(*)' : `sum(${columns[0]})`);
  const label = target
    ? sql`(SELECT ${forReader(target, actor, 'x', { expression: `x.${quoted(target.title)}::text`, hidden: `'${unseen}'` })}
        FROM ${raw(quoted(target.name))} x WHERE x.id = nullif(g.value, '')::uuid)`
    : raw('NULL::text');
  const rank = raw(
    target && 'sort_order' in target.fields
      ? `(SELECT x.sort_order::text FROM ${quoted(target.name)} x WHERE x.id = nullif(g.value, '')::uuid)`
      : 'NULL::text',
  );
  return sql`
    SELECT ${at} AS place, g.value, ${label} AS label, ${rank} AS rank, g.currency, g.count, g.sums,
      g.nth <= ${line.by.most} AS is_large
    FROM (
      -- A part is shown with all its currencies, as its list has them.
      SELECT n.*, min(n.nth) OVER (PARTITION BY n.value) AS best
      FROM (
        SELECT t.part AS value, t.unit AS currency, count(*)::integer AS count, ${sums} AS sums,
          row_number() OVER (PARTITION BY t.unit, grouping(t.part) ORDER BY ${largest} DESC NULLS LAST, t.part) AS nth
        FROM (SELECT ${value} AS part, ${unit} AS unit${raw(columns.map((column) => `, ${column}`).join(''))} FROM ${name} t WHERE ${where}) t
        GROUP BY GROUPING SETS ((t.part, t.unit), (t.unit))) n) g
    WHERE g.value IS NULL OR g.best <= ${line.by.most}`;
};

const amountsOf = ({ amounts }: Plan, rows: readonly Row[]): readonly CardAmount[] =>
  amounts.map(([, field], place) => ({
    label: field.label,
    amounts: rows
      .flatMap(({ currency, sums }) => {
        const amount = sums[place];
        return currency === null || amount === undefined || isZero(amount) ? [] : [{ currency, amount }];
      })
      .toSorted((a, b) => compareDecimals(b.amount, a.amount)),
  }));

const countOf = (rows: readonly Row[]): number => rows.reduce((all, { count }) => all + count, 0);

const shareOf = (part: string, whole: string): string | null =>
  compareDecimals(whole, '0') <= 0 ? null : divide(multiply(part, '100'), whole, 1);

/** The parts of a line, in the order of the values of its field; those of a record without an order by size. */
const partsOf = (plan: Plan, rows: readonly Row[], totals: readonly Row[]): readonly CardPart[] => {
  const { line, resource, parameters } = plan;
  if (!line.by) return [];
  const field = fieldOf(resource, line.by.field);
  const { choices } = field.options as { choices?: readonly { value: string; label: string }[] };
  // Parts are compared in the currency of most rows.
  const [main] = totals.toSorted((a, b) => b.count - a.count);
  const byValue = Map.groupBy(rows, ({ value }) => value ?? '');
  const of = (value: string | null): readonly Row[] => byValue.get(value ?? '') ?? [];
  const sizeOf = (value: string | null): string =>
    of(value).find(({ currency }) => currency === main?.currency)?.sums[0] ?? '0';
  const groups = [...byValue].map(([value, [first]]): SummaryGroup => {
    const label =
      value === '' ? 'Sin dato' : (first?.label ?? choices?.find((one) => one.value === value)?.label);
    return {
      value: value === '' ? null : value,
      label: label ?? value,
      count: countOf(of(value)),
      amounts: {},
      totals: {},
      ...(first?.rank != null && { rank: Number(first.rank) }),
    };
  });
  const isOrdered = choices !== undefined || groups.some(({ rank }) => rank !== undefined);
  const ordered = isOrdered
    ? orderGroups(field, groups)
    : groups.toSorted((a, b) => compareDecimals(sizeOf(b.value), sizeOf(a.value)));
  return ordered.map(({ value, label, count }) => ({
    label,
    count,
    amounts: amountsOf(plan, of(value)),
    query: new URLSearchParams({ ...parameters, [`f.${line.by?.field}`]: value ?? '-' }).toString(),
    share: main?.sums[0] === undefined ? null : shareOf(sizeOf(value), main.sums[0]),
  }));
};

/** What the largest parts of each currency are together, in percent of all rows. */
const sharesOf = (rows: readonly Row[], totals: readonly Row[]) =>
  totals.flatMap(({ currency, sums: [whole] }) => {
    if (currency === null || whole === undefined) return [];
    const parts = rows
      .filter((row) => row.is_large && row.currency === currency)
      .map(({ sums }) => sums[0] ?? '0');
    const share = shareOf(sum(['0.00', ...parts]), whole);
    return share === null ? [] : [{ currency, share }];
  });

/**
 * The figures of a card, in one statement. Each is taken from the rows of the list it links to: the same filters, and the
 * rows that the actor may see.
 *
 * @throws Problem 422 when the rows are too many to be summed up in time
 */
export const readLines = async (
  database: Queryable,
  lines: readonly CardLine[],
  { reader, choice, actor }: { reader: CardReader; choice: Partial<DashboardChoice>; actor: Actor },
): Promise<readonly CardFigure[]> => {
  const plans = lines.filter((line) => seesListed(line, actor)).map((line) => planOf(line, reader, choice));
  if (plans.length === 0) return [];
  const statements = plans.map((plan, place) => sql`(${statementOf(plan, place, actor)})`);
  const rows = await orTooSlow(
    database.query<Row>(sql`SELECT * FROM (${join(statements, ' UNION ALL ')}) figures ORDER BY place`),
  );
  return plans.map((plan, place): CardFigure => {
    const own = rows.filter((row) => row.place === place);
    const totals = own.filter(({ value }) => value === null);
    const parts = own.filter(({ value }) => value !== null);
    return {
      name: plan.line.name,
      count: countOf(totals),
      amounts: amountsOf(plan, totals),
      query: new URLSearchParams(plan.parameters).toString(),
      ...(plan.line.by && { parts: partsOf(plan, parts, totals), shares: sharesOf(parts, totals) }),
    };
  });
};
