import { civilDays } from '@pauta/domain/calendar/civil-days.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { availsSheets, longestSheet, mostSheetSpaces } from '@pauta/domain/inventory/avails/avails-sheet.ts';
import { priceLists } from '@pauta/domain/inventory/prices/price-list.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { type DateRange, rangeToSql } from '@pauta/domain/kinds/date-range.ts';
import type { AnyRecord, Errors, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { tokenHash } from '../../admin/sessions/tokens.ts';
import { conflict, forbidden, invalid } from '../../platform/http/problem.ts';
import { newLinkToken } from '../../public-pages/link-token.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { spacesOfSheet } from './read-avails.ts';

/** Why a sheet cannot have these days, by field. */
const wrongDays = ({ period, expires_on }: Values, today: string): Errors | null => {
  const { from, to } = period as DateRange;
  if (!from || !to) return { period: ['Indique el primer y el último día.'] };
  if (to < today) return { period: ['El periodo ya pasó. Elija días de hoy en adelante.'] };
  if (civilDays(from, to).length > longestSheet)
    return { period: [`Comparta como mucho ${longestSheet} días.`] };
  if (String(expires_on) < today) return { expires_on: ['Elija hoy o un día posterior.'] };
  if (String(expires_on) > to)
    return {
      expires_on: [
        `Después del ${formatCivilDate(to)} no hay nada que mostrar. Elija ese día o uno anterior.`,
      ],
    };
  return null;
};

/** Shares a sheet; answers the path of its page, once. */
const share: CommandHandler<void, null> = {
  answer: {
    path: { type: 'string', description: 'Ruta de la página pública; no se vuelve a mostrar' },
  },
  run: async ({ tx, actor }, _record, input) => {
    const errors = wrongDays(input, companyToday());
    if (errors) throw invalid(errors);
    const { viewAll } = priceLists.permissions;
    if (input.with_prices && viewAll !== null && !actor.permissions.has(viewAll)) throw forbidden(viewAll);
    const { from, to } = input.period as { readonly from: string; readonly to: string };
    const choice = {
      query: (input.query as string | null | undefined) ?? '',
      space_ids: (input.space_ids as readonly string[] | null | undefined) ?? [],
      from,
      to,
    };
    const { rows, isCut } = await spacesOfSheet(tx, choice, actor);
    if (rows.length === 0)
      throw conflict(
        'no_spaces',
        'Ningún espacio a la venta cumple el filtro. Cambie el filtro de la pantalla y comparta otra vez.',
      );
    if (isCut)
      throw conflict(
        'too_many_spaces',
        `Son más de ${mostSheetSpaces} espacios. Filtre por plataforma, canal o lugar y comparta otra vez.`,
      );
    const token = newLinkToken();
    await tx.query(sql`
      INSERT INTO avails_sheets (name, period, grain, expires_on, with_prices, space_count, owner_id, query, space_ids, token_hash)
      VALUES (${input.name}, ${rangeToSql({ from, to })}::daterange, ${input.grain}, ${input.expires_on}::date,
        ${input.with_prices === true}, ${rows.length}, ${actor.userId}::uuid, ${choice.query || null}, ${choice.space_ids}::text[],
        ${tokenHash(token)})`);
    return { path: `/disponibilidad/${token}` };
  },
};

/** Closes the link of a sheet. */
const withdraw: CommandHandler<void, AnyRecord> = {
  run: async ({ tx }, { id }) => {
    await tx.query(sql`
      UPDATE avails_sheets SET closed_at = now() WHERE id = ${id}::uuid AND closed_at IS NULL`);
  },
};

/** The commands of {@link availsSheets}. */
export const availsSheetHooks: ResourceHooks = { commands: { share, withdraw } };
