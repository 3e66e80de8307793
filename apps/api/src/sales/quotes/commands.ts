import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { holds, openHoldStates } from '@pauta/domain/inventory/holds/hold.ts';
import { rangeFromSql } from '@pauta/domain/kinds/date-range.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { quoteLines } from '@pauta/domain/sales/quotes/quote-line.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import sql from 'sql-template-tag';
import { lockSpaces } from '../../inventory/capacity/move-capacity.ts';
import { exclusivityReasons, spacesOfLines } from '../../inventory/exclusivities/exclusivity-reasons.ts';
import { createHold } from '../../inventory/holds/hooks.ts';
import { readSpaces } from '../../inventory/items/space.ts';
import { packageReasons } from '../../inventory/packages/package-reasons.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import { isUserContext } from '../../resource/commands/context.ts';
import type { CommandHandler, Handler, StateChangeHandler } from '../../resource/commands/handler.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import { parseRecord } from '../../resource/reading/read-record.ts';
import { changeRecord, createRecord } from '../../resource/writing/change-record.ts';
import { convertQuote } from '../contracts/convert-quote.ts';
import { releaseHoldsOf } from '../lines/release-holds.ts';
import { missingLetters, requireLetter } from '../lines/require-letter.ts';
import { spaceLimitReasons } from '../lines/space-limits.ts';
import { fixVersion } from '../quote-room/quote-version.ts';
import { proveAcceptance, roomCommands } from '../quote-room/room-commands.ts';
import { componentsOf, requireCells, type TakenSpace, takenSpace } from '../signing/bookings-of.ts';
import { copy, newVersion } from './copy.ts';

/** Adds reasons to those of other checks, by record id. */
const collect = (...found: readonly ReadonlyMap<string, readonly Reason[]>[]): Map<string, Reason[]> => {
  const all = new Map<string, Reason[]>();
  for (const one of found) for (const [id, reasons] of one) all.set(id, [...(all.get(id) ?? []), ...reasons]);
  return all;
};

interface Sendable {
  readonly id: string;
  readonly lines: number;
  readonly unpriced: number;
  readonly is_blocked: boolean;
  readonly is_inactive: boolean;
  readonly is_list_current: boolean;
}

/**
 * Why quotes cannot be sent: without lines or prices, to a blocked or inactive client, with a list that is not valid any
 * more.
 */
const unsendable = async (tx: Transaction, ids: readonly string[]): Promise<Map<string, Reason[]>> => {
  const rows = await tx.query<Sendable>(sql`
    SELECT q.id, count(l.id)::integer AS lines,
      count(l.id) FILTER (WHERE l.line_kind <> 'bonus' AND l.list_price IS NULL AND l.agreed_price IS NULL)::integer AS unpriced,
      c.status = 'blocked' AS is_blocked, c.status = 'inactive' OR c.archived_at IS NOT NULL AS is_inactive,
      p.status = 'current' AND p.valid @> business_date() AS is_list_current
    FROM quotes q LEFT JOIN quote_lines l ON l.quote_id = q.id
      JOIN clients c ON c.id = q.client_id JOIN price_lists p ON p.id = q.price_list_id
    WHERE q.id = ANY(${ids}::uuid[]) GROUP BY q.id, c.id, p.id`);
  return new Map(
    rows.map(({ id, lines, unpriced, is_blocked, is_inactive, is_list_current }) => {
      const reasons: Reason[] = [];
      if (lines === 0) reasons.push({ code: 'no_lines', text: 'Agregue al menos un renglón.' });
      if (unpriced > 0)
        reasons.push({
          code: 'no_price',
          text: `${countOf(quoteLines.label, unpriced)} sin precio: la lista no lo tiene. Acuerde uno.`,
        });
      if (is_blocked) reasons.push({ code: 'client_blocked', text: 'El cliente está bloqueado.' });
      else if (is_inactive)
        reasons.push({
          code: 'client_inactive',
          text: 'El cliente no está activo: no se le vende. Actívelo antes.',
        });
      if (!is_list_current)
        reasons.push({
          code: 'list_not_current',
          text: 'La lista de precios ya no está vigente: recotice con la vigente.',
        });
      return [id, reasons] as const;
    }),
  );
};

const lettersOf = async (tx: Transaction, ids: readonly string[]): Promise<Map<string, Reason[]>> =>
  new Map([...(await missingLetters(tx, 'quotes', ids))].map(([id, reason]) => [id, [reason]]));

const send: CommandHandler = {
  refuse: async ({ tx }, ids) =>
    collect(
      await unsendable(tx, ids),
      await spaceLimitReasons(tx, ids),
      await exclusivityReasons(tx, spacesOfLines('quotes', ids)),
      await packageReasons(tx, ids),
      await lettersOf(tx, ids),
    ),
  run: async ({ tx, now }, record) => {
    await requireLetter(tx, 'quotes', String(record?.id));
    await fixVersion(tx, String(record?.id));
    return { sent_at: now.toISOString() };
  },
};

const accept: StateChangeHandler = async (
  context,
  { id, sent_at },
  { accepted_on, accepted_by, acceptance_file },
) => {
  const { tx, now } = context;
  if (String(accepted_on) < companyDay(String(sent_at)))
    throw invalid({ accepted_on: ['No puede ser antes de haberlo enviado.'] });
  if (String(accepted_on) > companyDay(now)) throw invalid({ accepted_on: ['No puede ser un día futuro.'] });
  // A client proves who they are in the room, which writes the proof itself.
  if (isUserContext(context)) await proveAcceptance(tx, id, String(accepted_by));
  return {
    accepted_on,
    accepted_by,
    acceptance_file: (acceptance_file as { readonly id: string } | null | undefined)?.id ?? null,
  };
};

const reject: StateChangeHandler = async (context, quote, { rejection_reason }) => {
  await releaseHoldsOf(context, [quote.id], 'Presupuesto rechazado');
  return { rejection_reason };
};

const expire: Handler = {
  run: async (context, quote) => {
    await releaseHoldsOf(context, [(quote as AnyRecord).id], 'Presupuesto vencido');
  },
};

interface UnheldSpace extends TakenSpace {
  readonly quote_id: string;
  readonly line_id: string;
}

/** What the lines of quotes, and the components of their packages, would take and no open hold holds or waits for. */
const unheldSpaces = (tx: Transaction, quoteIds: readonly string[]): Promise<UnheldSpace[]> =>
  tx.query<UnheldSpace>(sql`
    SELECT l.quote_id, l.id AS line_id, ${takenSpace('l')}
    FROM quote_lines l CROSS JOIN LATERAL ${componentsOf('l')} s
    WHERE l.quote_id = ANY(${quoteIds}::uuid[]) AND s.inventory_item_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM holds h WHERE h.quote_line_id = l.id AND h.package_item_id IS NOT DISTINCT FROM s.package_item_id
        AND h.status = ANY(${openHoldStates}::text[]) AND h.expires_at > now())
    ORDER BY l.position, l.id, s.position, s.package_item_id`);

const hold: CommandHandler = {
  answer: { held: { type: 'integer', minimum: 0 } },
  refuse: async ({ tx }, ids) => {
    const unheld = new Set((await unheldSpaces(tx, ids)).map(({ quote_id }) => quote_id));
    const nothing = ids
      .filter((id) => !unheld.has(id))
      .map((id): [string, Reason[]] => [
        id,
        [{ code: 'nothing_to_hold', text: 'No hay renglones con espacio por reservar.' }],
      ]);
    return collect(new Map(nothing), await lettersOf(tx, ids));
  },
  run: async (context, record, { waits }) => {
    const { tx } = context;
    const quote = record as AnyRecord;
    const served = servedOf(context.server, holds.name);
    const forQuote = { ...served, hooks: { ...served.hooks, beforeCreate: createHold(quote.id) } };
    await requireLetter(tx, 'quotes', quote.id);
    // Holds that are past their time but were not ended yet make room for new ones.
    await releaseHoldsOf(context, [quote.id], 'Venció su plazo', { onlyDue: true });
    const wanted = await unheldSpaces(tx, [quote.id]);
    const spaces = await readSpaces(
      tx,
      wanted.map(({ inventory_item_id }) => inventory_item_id),
    );
    const cells = wanted.flatMap((one) => {
      const space = spaces.get(one.inventory_item_id);
      if (!space) throw new Error(`line ${one.line_id} has no space ${one.inventory_item_id}`);
      return requireCells(one, space, (field, message) =>
        invalid({
          [`lines.${one.line_id}.${one.package_item_id === null ? field : 'package_id'}`]: [message],
        }),
      );
    });
    await lockSpaces(tx, cells);
    for (const one of wanted) {
      const made = parseRecord(
        await createRecord(context, forQuote, {
          input: {
            waits: waits === true,
            client_id: referenceId(quote.client_id),
            agency_id: referenceId(quote.agency_id),
            inventory_item_id: one.inventory_item_id,
            flight: rangeFromSql(one.flight),
            days: one.days,
            units_per_day: one.units_per_day,
            duration_sec: one.duration_sec,
            owner_id: referenceId(quote.owner_id),
          },
        }),
      );
      await tx.query(sql`
        UPDATE holds SET quote_id = ${quote.id}::uuid, quote_line_id = ${one.line_id}::uuid,
          package_item_id = ${one.package_item_id}::uuid
        WHERE id = ${made.id}::uuid`);
    }
    return { held: wanted.length };
  },
};

const releaseHolds: CommandHandler = {
  answer: { released: { type: 'integer', minimum: 0 } },
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ quote_id: string }>(
      sql`SELECT DISTINCT quote_id FROM holds WHERE quote_id = ANY(${ids}::uuid[])
        AND status = ANY(${openHoldStates}::text[])`,
    );
    const held = new Set(rows.map(({ quote_id }) => quote_id));
    return new Map(
      ids
        .filter((id) => !held.has(id))
        .map((id): [string, Reason[]] => [
          id,
          [{ code: 'nothing_held', text: 'No tiene reservas activas.' }],
        ]),
    );
  },
  run: async (context, record) => ({
    released: await releaseHoldsOf(context, [(record as AnyRecord).id], 'Liberada desde el presupuesto'),
  }),
};

/** The prices of another list: the totals are calculated again. */
const reprice: CommandHandler = {
  run: async (context, record, { price_list_id }) => {
    await changeRecord(context, servedOf(context.server, quotes.name), record as AnyRecord, {
      action: 'update',
      input: { price_list_id: referenceId(price_list_id) },
    });
    return undefined;
  },
};

/** Commands of quotes. */
export const quoteCommands: Readonly<Record<string, Handler>> = {
  send,
  accept,
  reject,
  expire,
  new_version: newVersion,
  copy,
  hold,
  release_holds: releaseHolds,
  reprice,
  convert: convertQuote,
  ...roomCommands,
};
